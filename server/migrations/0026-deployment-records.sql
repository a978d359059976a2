-- What people say of a deployment, beside what they said of the version it serves.
ALTER TABLE deployments ADD COLUMN tags jsonb NOT NULL DEFAULT '[]';

CREATE TABLE retraining_policies (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  name            text        NOT NULL,
  description     text,
  -- As callers write it, with defaults filled in.
  definition      jsonb       NOT NULL,
  created_by      text        NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX retraining_policies_by_deployment ON retraining_policies (deployment_id, created_at, id);

CREATE TABLE retraining_runs (
  id               text        PRIMARY KEY,
  organization_id  text        NOT NULL REFERENCES organizations,
  policy_id        text        NOT NULL REFERENCES retraining_policies ON DELETE CASCADE,
  deployment_id    text        NOT NULL,
  -- What comes next; a run goes on from here in whichever process takes it up.
  stage            text        NOT NULL DEFAULT 'create',
  status           text        NOT NULL DEFAULT 'initializing',
  job_id           text,
  project_id       text,
  model_id         text,
  package_id       text,
  challenger_id    text,
  error            text,
  triggered_by     text        NOT NULL,
  started_at       timestamptz NOT NULL,
  finished_at      timestamptz,
  -- Whoever moves the run on holds it until then.
  claimed_until    timestamptz
);
CREATE INDEX retraining_runs_by_policy ON retraining_runs (policy_id, started_at DESC, id);
CREATE UNIQUE INDEX retraining_runs_one_at_a_time ON retraining_runs (policy_id) WHERE finished_at IS NULL;

-- Requests that challengers are to answer as well: blobs of records, as they were recorded.
CREATE TABLE kept_requests (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  key             text        NOT NULL,
  bytes           bigint      NOT NULL,
  -- When the first and the last of them arrived.
  earliest        timestamptz NOT NULL,
  latest          timestamptz NOT NULL
);
CREATE INDEX kept_requests_by_deployment ON kept_requests (deployment_id, latest, id);

-- How far a challenger got in each of those files. Files come late and out of order: a moment would not tell.
CREATE TABLE replayed_requests (
  challenger_id   text        NOT NULL REFERENCES challengers ON DELETE CASCADE,
  kept_id         text        NOT NULL REFERENCES kept_requests ON DELETE CASCADE,
  replayed_until  timestamptz NOT NULL,
  PRIMARY KEY (challenger_id, kept_id)
);
