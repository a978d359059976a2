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

-- Rows scored while somebody reads along wait neither for training nor for short jobs.
ALTER TABLE job_records DROP CONSTRAINT job_records_lane_check;
ALTER TABLE job_records ADD CONSTRAINT job_records_lane_check CHECK (lane IN ('heavy', 'light', 'scoring'));

-- Keys of buckets, beside users of databases.
ALTER TABLE credentials DROP CONSTRAINT credentials_credential_type_check;
ALTER TABLE credentials ADD CONSTRAINT credentials_credential_type_check CHECK (credential_type IN ('basic', 's3'));

-- A batch of rows on its way through a deployment: as somebody asked for it, and how far it is.
CREATE TABLE batch_definitions (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  kind            text        NOT NULL CHECK (kind IN ('prediction', 'monitoring')),
  name            text        NOT NULL,
  enabled         boolean     NOT NULL DEFAULT false,
  schedule        jsonb,
  spec            jsonb       NOT NULL,
  deployment_id   text,
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL,
  updated_by      text        NOT NULL REFERENCES users,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX batch_definitions_by_organization ON batch_definitions (organization_id, kind, created_at, id);
CREATE UNIQUE INDEX batch_definitions_name ON batch_definitions (organization_id, kind, lower(name));

CREATE TABLE batch_jobs (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  kind            text        NOT NULL CHECK (kind IN ('prediction', 'monitoring')),
  -- The rows are scored with the package; a deployment, where one was named, is told of them.
  deployment_id   text,
  package_id      text        NOT NULL,
  model_id        text        NOT NULL,
  spec            jsonb       NOT NULL,
  intake_type     text        NOT NULL,
  output_type     text        NOT NULL,
  intake_name     text,
  source          text        NOT NULL,
  hidden          boolean     NOT NULL DEFAULT false,
  status          text        NOT NULL DEFAULT 'INITIALIZING'
                  CHECK (status IN ('INITIALIZING', 'RUNNING', 'COMPLETED', 'ABORTED', 'FAILED')),
  logs            jsonb       NOT NULL DEFAULT '[]',
  scored_rows     bigint      NOT NULL DEFAULT 0,
  failed_rows     bigint      NOT NULL DEFAULT 0,
  skipped_rows    bigint      NOT NULL DEFAULT 0,
  output_bytes    bigint      NOT NULL DEFAULT 0,
  -- Bytes that were scored, of those that came; how many will come, where that is known.
  read_bytes      bigint      NOT NULL DEFAULT 0,
  intake_bytes    bigint      NOT NULL DEFAULT 0,
  expected_bytes  bigint,
  -- none: nothing came yet; open: more may come; whole: all is here.
  intake_state    text        NOT NULL DEFAULT 'none' CHECK (intake_state IN ('none', 'open', 'whole')),
  intake_seen_at  timestamptz NOT NULL,
  -- The platform's job that works on it now; null while it waits for bytes.
  work_id         uuid,
  monitoring_batch_id text,
  definition_id   text        REFERENCES batch_definitions ON DELETE SET NULL,
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL,
  started_at      timestamptz,
  ended_at        timestamptz,
  results_deleted_at timestamptz
);
CREATE INDEX batch_jobs_by_organization ON batch_jobs (organization_id, kind, created_at, id);
CREATE INDEX batch_jobs_by_definition ON batch_jobs (definition_id, created_at) WHERE definition_id IS NOT NULL;

-- What came and what was answered, in pieces of a few megabytes, so that reading and writing go on side by side on any
-- number of machines. A scored piece tells how far the intake was read when it was written: a job that lost its worker
-- goes on from there.
CREATE TABLE batch_pieces (
  job_id    text    NOT NULL REFERENCES batch_jobs ON DELETE CASCADE,
  side      text    NOT NULL CHECK (side IN ('in', 'out')),
  -- Of an upload in parts.
  part      integer NOT NULL,
  number    integer NOT NULL,
  blob_key  text    NOT NULL,
  bytes     bigint  NOT NULL,
  is_last   boolean NOT NULL DEFAULT false,
  reached   jsonb,
  PRIMARY KEY (job_id, side, part, number)
);
