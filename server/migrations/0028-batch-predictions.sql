-- Work that comes back by a schedule. Whoever enqueues a due run holds its row and moves next_run_at in the same
-- transaction, so that any number of workers start it once.
CREATE TABLE scheduled_work (
  kind            text        NOT NULL,
  subject         text        NOT NULL,
  organization_id text        NOT NULL REFERENCES organizations,
  input           text        NOT NULL,
  schedule        jsonb       NOT NULL,
  actor           jsonb       NOT NULL,
  -- Null: never again.
  next_run_at     timestamptz,
  last_run_at     timestamptz,
  PRIMARY KEY (kind, subject)
);
CREATE INDEX scheduled_work_due ON scheduled_work (next_run_at);
