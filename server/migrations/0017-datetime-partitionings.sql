-- How a project's past would be shared out, found by looking at the data; an aim may name one of them.
CREATE TABLE datetime_partitionings (
  id              text        PRIMARY KEY,
  project_id      text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  organization_id text        NOT NULL REFERENCES organizations,
  -- What was asked for: fields of an aim.
  asked           jsonb       NOT NULL,
  -- Null until the data were looked at.
  found           jsonb,
  log             text[]      NOT NULL DEFAULT '{}',
  created_by      text        NOT NULL,
  created_at      timestamptz NOT NULL
);
CREATE INDEX datetime_partitionings_in_order ON datetime_partitionings (project_id, created_at, id);
