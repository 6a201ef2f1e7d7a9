// Functions that end a block and keep records. Each is one call of the store, and one round trip.
//
// Which block is the last of its run? Two that are finished at once don't see each other's end, and
// a lock on the run would make all commits of a run wait for each other. So `finish` first looks
// for a block that is still open and isn't being finished right now, and holds it (FOR KEY SHARE,
// which only another `finish` waits for) until it has committed: whoever finishes that block sees
// this one's end. If there is none, it and whoever is in the same position go one by one through a
// lock of the run, and look again: the last of them sees that all are done.

#include "runners/store/postgres_migrations.h"

namespace benchcell::postgres {

const char kFinishFunctions[] = R"sql(
CREATE FUNCTION lock_run_end(p_run BIGINT) RETURNS VOID LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtext(current_schema() || ' end'), (p_run % 2147483647)::INTEGER)
$$;

-- `p_planned`: positions of the records, sorted, as in block.planned; `p_attempt`: that of all
-- records. `done` is false with `payload` set if they don't fit the block.
CREATE FUNCTION finish(p_run TEXT, p_cell BIGINT, p_round BIGINT, p_token BIGINT, p_attempt BIGINT,
                       p_planned BYTEA, p_positions BIGINT[], p_payloads BYTEA[])
RETURNS standing LANGUAGE plpgsql AS $$
DECLARE
  v_run BIGINT;
  v_block block%ROWTYPE;
  v_result standing;
BEGIN
  SELECT r.number INTO v_run FROM run r WHERE r.id = p_run;
  SELECT * INTO v_block FROM block b
    WHERE b.run = v_run AND b.cell = p_cell AND b.round = p_round FOR UPDATE;
  IF v_block.fencing_token = p_token AND v_block.state = 2 THEN
    -- It has been handed over before.
    v_result.done := TRUE;
    RETURN v_result;
  END IF;
  IF v_block.state IS DISTINCT FROM 1 OR v_block.fencing_token IS DISTINCT FROM p_token THEN
    RETURN standing_of(p_run, p_cell, p_round);
  END IF;
  IF v_block.planned <> p_planned OR (v_block.attempt <> p_attempt AND p_planned <> '') THEN
    v_result := standing_of(p_run, p_cell, p_round);
    v_result.payload := v_block.payload;
    RETURN v_result;
  END IF;

  INSERT INTO record (run, cell, round, attempt, position, superseded, payload)
    SELECT v_run, p_cell, p_round, p_attempt, n.position, FALSE, n.payload
    FROM unnest(p_positions, p_payloads) AS n (position, payload);
  UPDATE block b SET state = 2 WHERE b.run = v_run AND b.cell = p_cell AND b.round = p_round;
  PERFORM 1 FROM block b WHERE b.run = v_run AND b.state <> 2
    ORDER BY b.position DESC LIMIT 1 FOR KEY SHARE SKIP LOCKED;
  IF NOT FOUND THEN
    PERFORM lock_run_end(v_run);
    UPDATE run r SET state = 3 WHERE r.number = v_run
      AND NOT EXISTS (SELECT 1 FROM block b WHERE b.run = v_run AND b.state <> 2);
    IF FOUND THEN PERFORM notify_change(); END IF;
  END IF;
  v_result.done := TRUE;
  RETURN v_result;
END $$;

CREATE FUNCTION keep_superseded(p_run TEXT, p_cell BIGINT, p_round BIGINT, p_attempts BIGINT[],
                                p_positions BIGINT[], p_payloads BYTEA[])
RETURNS standing LANGUAGE plpgsql AS $$
DECLARE
  v_run BIGINT;
  v_result standing;
BEGIN
  SELECT b.run INTO v_run FROM run r JOIN block b ON b.run = r.number
    WHERE r.id = p_run AND b.cell = p_cell AND b.round = p_round;
  IF NOT FOUND THEN RETURN standing_of(p_run, p_cell, p_round); END IF;
  INSERT INTO record (run, cell, round, attempt, position, superseded, payload)
    SELECT v_run, p_cell, p_round, n.attempt, n.position, TRUE, n.payload
    FROM unnest(p_attempts, p_positions, p_payloads) AS n (attempt, position, payload)
    ON CONFLICT DO NOTHING;
  v_result.done := TRUE;
  RETURN v_result;
END $$;
)sql";

}  // namespace benchcell::postgres
