-- A dataset as the source of chunks, and how its rows are shared out into chunks. Both belong to who made them.
CREATE TABLE dataset_definitions (
  id                 text        PRIMARY KEY,
  organization_id    text        NOT NULL REFERENCES organizations,
  dataset_id         text        NOT NULL REFERENCES datasets,
  dataset_version_id text        NOT NULL,
  -- Whether the next analysis takes the latest version of the dataset.
  follows_latest     boolean     NOT NULL,
  name               text        NOT NULL,
  created_by         text        NOT NULL REFERENCES users,
  created_at         timestamptz NOT NULL
);
CREATE INDEX dataset_definitions_in_order ON dataset_definitions (organization_id, created_by, created_at, id);

-- What an analysis found; a new row only where it found another version of the dataset.
CREATE TABLE dataset_definition_infos (
  id                 text        PRIMARY KEY,
  definition_id      text        NOT NULL REFERENCES dataset_definitions ON DELETE CASCADE,
  version            integer     NOT NULL,
  dataset_version_id text        NOT NULL,
  info               jsonb       NOT NULL,
  created_at         timestamptz NOT NULL,
  UNIQUE (definition_id, version)
);

CREATE TABLE chunk_definitions (
  id                 text        PRIMARY KEY,
  definition_id      text        NOT NULL REFERENCES dataset_definitions ON DELETE CASCADE,
  organization_id    text        NOT NULL REFERENCES organizations,
  info_version       integer     NOT NULL,
  dataset_version_id text        NOT NULL,
  name               text        NOT NULL,
  partition_method   text        NOT NULL CHECK (partition_method IN ('random', 'stratified', 'date')),
  rows               jsonb       NOT NULL,
  -- Null until the chunks were written.
  stats              jsonb,
  -- Counts changes: chunks of an older revision are nobody's.
  revision           integer     NOT NULL DEFAULT 0,
  -- A project learns from it.
  is_readonly        boolean     NOT NULL DEFAULT false,
  created_by         text        NOT NULL REFERENCES users,
  created_at         timestamptz NOT NULL
);
CREATE INDEX chunk_definitions_in_order ON chunk_definitions (definition_id, created_at, id);

-- One row a chunk (or data stage) that a model went on with; a worker that takes over goes on after the last.
CREATE TABLE incremental_iterations (
  model_id            text        NOT NULL REFERENCES models ON DELETE CASCADE,
  number              integer     NOT NULL,
  name                text        NOT NULL,
  chunk_definition_id text,
  chunk               integer,
  rows                integer     NOT NULL,
  scores              jsonb       NOT NULL,
  -- The model after this chunk, a blob; null once another one was kept.
  model_key           text,
  ended_at            timestamptz NOT NULL,
  PRIMARY KEY (model_id, number)
);

-- Two more stages: candidates go on over some chunks, then the best of them over the rest.
ALTER TABLE autopilot_runs DROP CONSTRAINT autopilot_runs_stage_check;
ALTER TABLE autopilot_runs ADD CONSTRAINT autopilot_runs_stage_check
  CHECK (stage IN ('first', 'tune', 'rest', 'blend', 'prepare', 'compare', 'go-on', 'done'));
