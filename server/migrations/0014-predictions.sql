-- Data to predict on, read and checked, and what models said about them.
CREATE TABLE prediction_datasets (
  id              text        PRIMARY KEY,
  project_id      text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  organization_id text        NOT NULL REFERENCES organizations,
  name            text        NOT NULL,
  dataset_id      text        NOT NULL,
  version_id      text        NOT NULL,
  -- Whether it was taken from the catalog rather than uploaded for this project.
  from_catalog    boolean     NOT NULL,
  row_count       integer     NOT NULL,
  column_count    integer     NOT NULL,
  -- Forecast point, range, what was found about times and targets: see prediction-dataset.schema.ts.
  asked           jsonb       NOT NULL,
  found           jsonb       NOT NULL,
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL
);
CREATE INDEX prediction_datasets_in_order ON prediction_datasets (project_id, created_at, id);

CREATE TABLE predictions (
  id                    text        PRIMARY KEY,
  project_id            text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  organization_id       text        NOT NULL REFERENCES organizations,
  model_id              text        NOT NULL,
  prediction_dataset_id text        NOT NULL,
  asked                 jsonb       NOT NULL,
  task                  text        NOT NULL,
  positive_class        text,
  row_count             integer     NOT NULL,
  -- One line of JSON a row.
  rows_key              text        NOT NULL,
  created_by            text        NOT NULL,
  created_at            timestamptz NOT NULL
);
CREATE INDEX predictions_in_order ON predictions (project_id, created_at, id);
