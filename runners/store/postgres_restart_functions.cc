// The second migration: cells that are begun anew. A record that was in force until then may have
// the same place as one that was superseded from the beginning, so there is one more column in the
// key.

#include "runners/store/postgres_migrations.h"

namespace benchcell::postgres {

const char kRestart[] = R"sql(
ALTER TABLE record
  ADD COLUMN restarted BOOLEAN NOT NULL DEFAULT FALSE,  -- superseded when its cell was begun anew
  DROP CONSTRAINT record_pkey,
  ADD PRIMARY KEY (run, cell, round, attempt, position, superseded, restarted);

-- Locks what whoever leases locks, in the same order, so that no block of the cell is leased
-- meanwhile. One of its blocks is pending before and after, so the run can't become complete
-- meanwhile either.
CREATE FUNCTION restart_cell(p_run TEXT, p_cell BIGINT, p_machine TEXT, p_epoch BIGINT,
                             OUT o_done BOOLEAN, OUT o_run_state SMALLINT, OUT o_pending BIGINT,
                             OUT o_leased BIGINT, OUT o_blocks_done BIGINT, OUT o_elsewhere BIGINT)
LANGUAGE plpgsql AS $$
DECLARE
  v_run BIGINT;
BEGIN
  o_done := FALSE;
  SELECT r.number INTO v_run FROM run r WHERE r.id = p_run;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM share_run_state(v_run);
  PERFORM 1 FROM cell c WHERE c.run = v_run AND c.cell = p_cell FOR UPDATE;
  PERFORM 1 FROM block b WHERE b.run = v_run AND b.cell = p_cell
    ORDER BY b.round FOR NO KEY UPDATE;
  SELECT r.state INTO o_run_state FROM run r WHERE r.number = v_run;
  SELECT count(*) FILTER (WHERE b.state = 0), count(*) FILTER (WHERE b.state = 1),
      count(*) FILTER (WHERE b.state = 2),
      count(*) FILTER (WHERE b.state = 2 AND (b.machine <> p_machine OR b.epoch <> p_epoch))
    INTO o_pending, o_leased, o_blocks_done, o_elsewhere
    FROM block b WHERE b.run = v_run AND b.cell = p_cell;
  o_done := o_run_state = 1 AND o_pending > 0 AND o_leased = 0 AND o_blocks_done > 0
    AND o_elsewhere = 0;
  IF NOT o_done THEN RETURN; END IF;
  UPDATE record r SET superseded = TRUE, restarted = TRUE
    WHERE r.run = v_run AND r.cell = p_cell AND NOT r.superseded;
  UPDATE block b SET state = 0 WHERE b.run = v_run AND b.cell = p_cell AND b.state = 2;
  PERFORM notify_change();
END $$;

-- As before, but for what restart_cell has superseded and comes once more.
CREATE OR REPLACE FUNCTION keep_superseded(
  p_run TEXT, p_cell BIGINT, p_round BIGINT, p_attempts BIGINT[], p_positions BIGINT[],
  p_payloads BYTEA[])
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
    WHERE NOT EXISTS (
      SELECT 1 FROM record r WHERE r.run = v_run AND r.cell = p_cell AND r.round = p_round
        AND r.attempt = n.attempt AND r.position = n.position AND r.restarted
        AND r.payload = n.payload)
    ON CONFLICT DO NOTHING;
  v_result.done := TRUE;
  RETURN v_result;
END $$;
)sql";

}  // namespace benchcell::postgres
