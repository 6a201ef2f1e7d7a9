// Functions that lease, renew and requeue blocks. Each is one call of the store, and one round
// trip.
//
// Whoever leases locks, in this order: the run's state (shared), the cell's row, the block's row.
// FOR NO KEY UPDATE on blocks passes the FOR KEY SHARE of `finish`.
//
// Also the small ones are in PL/pgSQL: it keeps the plans of their statements, SQL functions that
// can't be inlined are planned anew in every call.

#include "runners/store/postgres_migrations.h"

namespace benchcell::postgres {

const char kLeaseFunctions[] = R"sql(
-- What a call on a block answers: whether it did what it says, and where the block stands (the run's
-- state is NULL if there is no such run, the block's if there is no such block).
CREATE TYPE standing AS (
  done BOOLEAN,
  run_state SMALLINT,
  state SMALLINT,
  attempt BIGINT,
  token BIGINT,
  payload BYTEA  -- the Block, where `finish` refuses records
);

CREATE FUNCTION standing_of(p_run TEXT, p_cell BIGINT, p_round BIGINT)
RETURNS standing LANGUAGE plpgsql AS $$
DECLARE
  v_run BIGINT;
  v_result standing;
BEGIN
  v_result.done := FALSE;
  SELECT r.number, r.state INTO v_run, v_result.run_state FROM run r WHERE r.id = p_run;
  SELECT b.state, b.attempt, b.fencing_token
    INTO v_result.state, v_result.attempt, v_result.token FROM block b
    WHERE b.run = v_run AND b.cell = p_cell AND b.round = p_round;
  RETURN v_result;
END $$;

-- Leases a block that is pending and locked. Returns its token and attempt.
CREATE FUNCTION lease_locked(p_run BIGINT, p_cell BIGINT, p_round BIGINT, p_machine TEXT,
                             p_epoch BIGINT, p_expires BIGINT,
                             OUT o_token BIGINT, OUT o_attempt BIGINT)
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE block b SET state = 1, attempt = b.attempt + 1, fencing_token = nextval('fencing_token'),
      machine = p_machine, epoch = p_epoch, lease_expires = p_expires
    WHERE b.run = p_run AND b.cell = p_cell AND b.round = p_round
    RETURNING b.fencing_token, b.attempt INTO o_token, o_attempt;
END $$;

CREATE FUNCTION lease(p_run TEXT, p_cell BIGINT, p_round BIGINT, p_machine TEXT, p_epoch BIGINT,
                      p_expires BIGINT)
RETURNS standing LANGUAGE plpgsql AS $$
DECLARE
  v_run BIGINT;
  v_result standing;
BEGIN
  SELECT r.number INTO v_run FROM run r WHERE r.id = p_run;
  IF FOUND THEN
    PERFORM share_run_state(v_run);
    PERFORM 1 FROM cell c WHERE c.run = v_run AND c.cell = p_cell FOR UPDATE;
    PERFORM 1 FROM block b WHERE b.run = v_run AND b.cell = p_cell AND b.round = p_round
      FOR NO KEY UPDATE;
  END IF;
  v_result := standing_of(p_run, p_cell, p_round);
  IF v_result.run_state = 1 AND v_result.state = 0 THEN
    SELECT TRUE, l.o_token, l.o_attempt INTO v_result.done, v_result.token, v_result.attempt
      FROM lease_locked(v_run, p_cell, p_round, p_machine, p_epoch, p_expires) AS l;
  END IF;
  RETURN v_result;
END $$;

-- Whether a block of the cell is leased to, or was done by, another machine or in another epoch.
CREATE FUNCTION cell_of_another(p_run BIGINT, p_cell BIGINT, p_machine TEXT, p_epoch BIGINT)
RETURNS BOOLEAN LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM block b WHERE b.run = p_run AND b.cell = p_cell AND b.state <> 0
      AND (b.machine <> p_machine OR b.epoch <> p_epoch));
END $$;

-- Leases the first candidate that can be; no row if none can. Waits for no row: what another call
-- has locked is passed over.
CREATE FUNCTION claim(p_runs TEXT[], p_cells BIGINT[], p_rounds BIGINT[], p_machine TEXT,
                      p_epoch BIGINT, p_expires BIGINT)
RETURNS TABLE (o_candidate BIGINT, o_token BIGINT, o_attempt BIGINT) LANGUAGE plpgsql AS $$
DECLARE
  v_run BIGINT;
BEGIN
  FOR i IN 1 .. cardinality(p_runs) LOOP
    SELECT r.number INTO v_run FROM run r WHERE r.id = p_runs[i] AND r.state = 1;
    CONTINUE WHEN NOT FOUND;
    -- Without a lock first, which most candidates then need not.
    CONTINUE WHEN cell_of_another(v_run, p_cells[i], p_machine, p_epoch);
    PERFORM share_run_state(v_run);
    PERFORM 1 FROM cell c JOIN run r ON r.number = c.run
      WHERE c.run = v_run AND c.cell = p_cells[i] AND r.state = 1 FOR UPDATE OF c SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    CONTINUE WHEN cell_of_another(v_run, p_cells[i], p_machine, p_epoch);
    PERFORM 1 FROM block b WHERE b.run = v_run AND b.cell = p_cells[i] AND b.round = p_rounds[i]
      AND b.state = 0 FOR NO KEY UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    RETURN QUERY SELECT i - 1::BIGINT, l.o_token, l.o_attempt
      FROM lease_locked(v_run, p_cells[i], p_rounds[i], p_machine, p_epoch, p_expires) AS l;
    RETURN;
  END LOOP;
END $$;

CREATE FUNCTION renew(p_run TEXT, p_cell BIGINT, p_round BIGINT, p_token BIGINT, p_expires BIGINT)
RETURNS standing LANGUAGE plpgsql AS $$
DECLARE
  v_result standing;
BEGIN
  UPDATE block b SET lease_expires = p_expires FROM run r
    WHERE r.id = p_run AND b.run = r.number AND b.cell = p_cell AND b.round = p_round
      AND b.state = 1 AND b.fencing_token = p_token;
  IF FOUND THEN
    v_result.done := TRUE;
    RETURN v_result;
  END IF;
  RETURN standing_of(p_run, p_cell, p_round);
END $$;

CREATE FUNCTION requeue(p_run TEXT, p_cell BIGINT, p_round BIGINT, p_token BIGINT)
RETURNS standing LANGUAGE plpgsql AS $$
DECLARE
  v_result standing;
BEGIN
  UPDATE block b SET state = 0 FROM run r
    WHERE r.id = p_run AND b.run = r.number AND b.cell = p_cell AND b.round = p_round
      AND b.state = 1 AND b.fencing_token = p_token;
  IF FOUND THEN
    PERFORM notify_change();
    v_result.done := TRUE;
    RETURN v_result;
  END IF;
  RETURN standing_of(p_run, p_cell, p_round);
END $$;
)sql";

}  // namespace benchcell::postgres
