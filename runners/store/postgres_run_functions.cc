// Functions about whole runs and machines. Each is one call of the store, and one round trip.

#include "runners/store/postgres_migrations.h"

namespace benchcell::postgres {

const char kRunFunctions[] = R"sql(
-- Wakes up the stores that listen, when the transaction commits. The channel is named like the
-- schema. Commits that notify wait for each other, all over the server, which is why blocks that are
-- leased or finished, of which there are many, are told by the store afterwards.
CREATE FUNCTION notify_change() RETURNS VOID LANGUAGE sql AS $$
  SELECT pg_notify(current_schema(), '')
$$;

-- Held shared by whoever leases a block of the run, and alone by whoever changes the run's state:
-- no lease begins after a cancellation was seen.
CREATE FUNCTION lock_run_state(p_run BIGINT) RETURNS VOID LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtext(current_schema() || ' state'), (p_run % 2147483647)::INTEGER)
$$;
CREATE FUNCTION share_run_state(p_run BIGINT) RETURNS VOID LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(hashtext(current_schema() || ' state'), (p_run % 2147483647)::INTEGER)
$$;

-- False if the id is taken.
CREATE FUNCTION create_run(
  p_id TEXT, p_digest TEXT, p_experiment TEXT, p_seconds BIGINT, p_nanos BIGINT, p_payload BYTEA,
  p_cells BIGINT[], p_rounds BIGINT[], p_positions BIGINT[], p_expires BIGINT, p_planned BYTEA[],
  p_blocks BYTEA[])
RETURNS BOOLEAN LANGUAGE plpgsql AS $$
DECLARE
  v_run BIGINT;
BEGIN
  INSERT INTO run (id, digest, experiment, created_seconds, created_nanos, state, payload)
    VALUES (p_id, p_digest, p_experiment, p_seconds, p_nanos, 1, p_payload)
    ON CONFLICT DO NOTHING RETURNING number INTO v_run;
  IF v_run IS NULL THEN RETURN FALSE; END IF;
  INSERT INTO cell (run, cell) SELECT DISTINCT v_run, c FROM unnest(p_cells) AS c;
  INSERT INTO block (run, cell, round, position, lease_expires, planned, payload)
    SELECT v_run, b.cell, b.round, b.position, p_expires, b.planned, b.payload
    FROM unnest(p_cells, p_rounds, p_positions, p_planned, p_blocks)
      AS b (cell, round, position, planned, payload);
  PERFORM notify_change();
  RETURN TRUE;
END $$;

-- Whether the run was in `p_from`; NULL if there is no such run.
CREATE FUNCTION set_run_state(p_id TEXT, p_from BIGINT, p_to BIGINT)
RETURNS BOOLEAN LANGUAGE plpgsql AS $$
DECLARE
  v_run BIGINT;
BEGIN
  SELECT r.number INTO v_run FROM run r WHERE r.id = p_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM lock_run_state(v_run);
  UPDATE run r SET state = p_to WHERE r.number = v_run AND r.state = p_from;
  IF NOT FOUND THEN RETURN FALSE; END IF;
  PERFORM notify_change();
  RETURN TRUE;
END $$;

-- Adds an epoch with these facts if the newest one is still `p_seen` (0: there is none). Returns the
-- newest epoch, its facts, and whether it was added.
CREATE FUNCTION enroll(p_id TEXT, p_seen BIGINT, p_payload BYTEA,
                       OUT o_added BOOLEAN, OUT o_epoch BIGINT, OUT o_payload BYTEA)
LANGUAGE plpgsql AS $$
DECLARE
  v_machine BIGINT;
BEGIN
  INSERT INTO machine (id) VALUES (p_id) ON CONFLICT DO NOTHING;
  SELECT m.number INTO v_machine FROM machine m WHERE m.id = p_id FOR UPDATE;
  SELECT e.epoch, e.payload INTO o_epoch, o_payload FROM machine_epoch e
    WHERE e.machine = v_machine ORDER BY e.epoch DESC LIMIT 1;
  o_added := COALESCE(o_epoch, 0) = p_seen;
  IF o_added THEN
    o_epoch := p_seen + 1;
    o_payload := p_payload;
    INSERT INTO machine_epoch (machine, epoch, payload) VALUES (v_machine, o_epoch, o_payload);
  END IF;
END $$;
)sql";

}  // namespace benchcell::postgres
