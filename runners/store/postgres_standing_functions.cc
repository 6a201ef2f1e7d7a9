// The third migration: what coordinators of one store tell each other about machines, and what
// belongs to the store but lies elsewhere.

#include "runners/store/postgres_migrations.h"

namespace benchcell::postgres {

const char kStanding[] = R"sql(
ALTER TABLE machine
  ADD COLUMN name BYTEA NOT NULL DEFAULT '',
  ADD COLUMN agent BYTEA NOT NULL DEFAULT '',
  ADD COLUMN last_seen BIGINT,  -- microseconds since 1970; NULL if there was no sighting
  ADD COLUMN quarantine BYTEA NOT NULL DEFAULT '';  -- why

-- Locks machines in order, so that two calls never wait for each other.
CREATE FUNCTION note_sightings(p_ids TEXT[], p_names BYTEA[], p_agents BYTEA[], p_times BIGINT[])
RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM machine m WHERE m.id = ANY (p_ids) ORDER BY m.number FOR NO KEY UPDATE;
  UPDATE machine m SET name = s.name, agent = s.agent, last_seen = s.at
    FROM unnest(p_ids, p_names, p_agents, p_times) AS s (id, name, agent, at)
    WHERE m.id = s.id AND (m.last_seen IS NULL OR m.last_seen < s.at);
END $$;

CREATE TABLE blob_folder (
  single BOOLEAN PRIMARY KEY CHECK (single),
  name TEXT COLLATE "C" NOT NULL
);
)sql";

}  // namespace benchcell::postgres
