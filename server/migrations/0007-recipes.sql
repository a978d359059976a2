-- Recipes: what to do with the rows of datasets or of tables in a data store, as data. The shapes of inputs, operations,
-- sampling and settings are those of the API.
CREATE TABLE recipes (
  id                text        PRIMARY KEY,
  organization_id   text        NOT NULL REFERENCES organizations,
  name              text        NOT NULL,
  description       text        NOT NULL DEFAULT '',
  dialect           text        NOT NULL,
  status            text        NOT NULL CHECK (status IN ('draft', 'published')),
  recipe_type       text        NOT NULL CHECK (recipe_type IN ('SQL', 'WRANGLING')),
  -- The first is the primary one.
  inputs            jsonb       NOT NULL,
  operations        jsonb       NOT NULL DEFAULT '[]',
  downsampling      jsonb,
  settings          jsonb       NOT NULL DEFAULT '{}',
  -- Null until somebody writes one; kept when the recipe goes back to operations.
  sql               text,
  use_case_id       text,
  -- Of the last run that failed because of the recipe itself; null after a change or a run that succeeds.
  error_message     text,
  failed_operation  integer,
  created_by        text        NOT NULL REFERENCES users,
  created_at        timestamptz NOT NULL,
  updated_by        text        NOT NULL REFERENCES users,
  updated_at        timestamptz NOT NULL
);
CREATE INDEX recipes_by_creation ON recipes (organization_id, created_at, id);

-- A table or view of a data store, under the name people gave it.
CREATE TABLE recipe_data_sources (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  data_store_id   text        NOT NULL,
  canonical_name  text        NOT NULL,
  catalog_name    text,
  schema_name     text,
  table_name      text        NOT NULL,
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL,
  UNIQUE (organization_id, canonical_name)
);

-- What a recipe made of its sample, kept by content: the same inputs, operations and seed give the same fingerprint.
CREATE TABLE recipe_previews (
  id               text        PRIMARY KEY,
  recipe_id        text        NOT NULL REFERENCES recipes ON DELETE CASCADE,
  fingerprint      text        NOT NULL,
  state            text        NOT NULL CHECK (state IN ('RUNNING', 'COMPLETED', 'ERROR')),
  -- Who makes it. RUNNING, but the job has ended: it was cancelled, and there is no preview.
  job_id           uuid        NOT NULL,
  -- [{name, dataType}] in the order of the columns.
  result_schema    jsonb       NOT NULL DEFAULT '[]',
  stored_count     integer     NOT NULL DEFAULT 0,
  byte_size        bigint      NOT NULL DEFAULT 0,
  exceeds_limit    boolean     NOT NULL DEFAULT false,
  insights_state   text        NOT NULL DEFAULT 'RUNNING' CHECK (insights_state IN ('RUNNING', 'COMPLETED', 'ERROR')),
  insights         jsonb       NOT NULL DEFAULT '[]',
  error_message    text,
  failed_operation integer,
  created_at       timestamptz NOT NULL,
  UNIQUE (recipe_id, fingerprint)
);

-- The rows, some hundreds in each piece, so that a page reads little. Not compressed: people wait for them.
CREATE TABLE recipe_preview_rows (
  preview_id text    NOT NULL REFERENCES recipe_previews ON DELETE CASCADE,
  piece      integer NOT NULL,
  rows       text    NOT NULL,
  PRIMARY KEY (preview_id, piece)
);
ALTER TABLE recipe_preview_rows ALTER COLUMN rows SET STORAGE EXTERNAL;
