-- Rows that were predicted, for deployments whose settings ask for them: files in the store, first as they were recorded,
-- then folded into Parquet, day by day. They do not cascade from the deployment: whoever sweeps must still know its files.
CREATE TABLE kept_rows (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  deployment_id   text        NOT NULL,
  key             text        NOT NULL,
  format          text        NOT NULL CHECK (format IN ('records', 'parquet')),
  bytes           bigint      NOT NULL,
  rows            bigint      NOT NULL,
  -- When the first and the last of them were predicted.
  earliest        timestamptz NOT NULL,
  latest          timestamptz NOT NULL,
  -- Of Parquet: what its columns c0, c1, ... are called.
  columns         json
);
CREATE INDEX kept_rows_by_deployment ON kept_rows (organization_id, deployment_id, format, latest, id);

-- Rows that somebody asked for as a dataset.
CREATE TABLE monitoring_exports (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  kind            text        NOT NULL CHECK (kind IN ('predictions', 'actuals', 'training')),
  model_id        text        NOT NULL,
  package_id      text        NOT NULL,
  period_start    timestamptz,
  period_end      timestamptz,
  batch_ids       text[],
  only_matched    boolean     NOT NULL DEFAULT false,
  status          text        NOT NULL DEFAULT 'CREATED' CHECK (status IN ('CREATED', 'FAILED', 'SUCCEEDED')),
  error           text,
  dataset_id      text,
  dataset_name    text,
  version_id      text,
  status_id       text,
  created_by      text        NOT NULL,
  created_at      timestamptz NOT NULL
);
CREATE INDEX monitoring_exports_by_deployment ON monitoring_exports (deployment_id, kind, created_at, id);
