-- Work that runs behind the API. The queue itself (claims, priorities, backoff) is kept by pg-boss in its own schema;
-- this is what people see of a job, who holds it, and until when.
CREATE TABLE job_records (
  id              uuid        PRIMARY KEY,
  kind            text        NOT NULL,
  lane            text        NOT NULL CHECK (lane IN ('heavy', 'light')),
  -- Null for the platform's own work, which belongs to nobody and is shown to nobody.
  organization_id text,
  actor           jsonb       NOT NULL,
  status          text        NOT NULL DEFAULT 'INITIALIZED'
                  CHECK (status IN ('INITIALIZED', 'RUNNING', 'COMPLETED', 'ERROR', 'ABORTED', 'EXPIRED')),
  progress        real        NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  code            integer     NOT NULL DEFAULT 0,
  message         text,
  description     text,
  status_type     text,
  type            text,
  location        text,
  -- Times it was started, without the times a stopping worker gave it back.
  attempts        integer     NOT NULL DEFAULT 0,
  max_attempts    integer     NOT NULL,
  -- The number of the start that holds the lease. Whoever settles the job must still own it.
  claim           integer,
  worker          text,
  lease_until     timestamptz,
  renewed_at      timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  started_at      timestamptz,
  ended_at        timestamptz,
  expires_at      timestamptz NOT NULL
);

CREATE INDEX job_records_open ON job_records (organization_id, created_at, id)
  WHERE status IN ('INITIALIZED', 'RUNNING');
CREATE INDEX job_records_leases ON job_records (lease_until) WHERE status = 'RUNNING';
CREATE INDEX job_records_expiry ON job_records (expires_at) WHERE status IN ('INITIALIZED', 'RUNNING');
CREATE INDEX job_records_ended ON job_records (ended_at) WHERE ended_at IS NOT NULL;

-- Which subscribers of a durable event have handled it: a retried delivery skips them.
CREATE TABLE event_deliveries (
  event_id     uuid        NOT NULL,
  subscriber   text        NOT NULL,
  delivered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, subscriber)
);
