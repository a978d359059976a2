-- Workloads: long-running HTTP services of people, called through the platform.
CREATE TABLE workloads (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  name            text        NOT NULL,
  description     text        NOT NULL DEFAULT '',
  importance      text        NOT NULL DEFAULT 'moderate' CHECK (importance IN ('critical', 'high', 'moderate', 'low')),
  -- stopped: calls are refused. Whether the service itself runs is seen in its last response.
  status          text        NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'stopped')),
  address         text        NOT NULL,
  -- Whether the service may be inside our own network: an administrator said so.
  is_inside       boolean     NOT NULL DEFAULT false,
  timeout_seconds integer     NOT NULL DEFAULT 600,
  -- Headers for the service, sealed: they hold its keys.
  sealed_headers  text,
  tags            jsonb       NOT NULL DEFAULT '[]',
  last_response   jsonb,
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX workloads_by_organization ON workloads (organization_id, created_at, id);

CREATE TABLE workload_events (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workload_id text        NOT NULL REFERENCES workloads ON DELETE CASCADE,
  event       text        NOT NULL,
  user_id     text        NOT NULL,
  happened_at timestamptz NOT NULL
);
CREATE INDEX workload_events_by_workload ON workload_events (workload_id, id DESC);

-- One row a minute with calls.
CREATE TABLE workload_minutes (
  workload_id   text        NOT NULL REFERENCES workloads ON DELETE CASCADE,
  minute        timestamptz NOT NULL,
  requests      bigint      NOT NULL,
  user_errors   bigint      NOT NULL,
  server_errors bigint      NOT NULL,
  slow          bigint      NOT NULL,
  -- Most calls that were under way at once.
  most_at_once  integer     NOT NULL,
  -- Calls by the power of two of their milliseconds.
  times         bigint[]    NOT NULL,
  PRIMARY KEY (workload_id, minute)
);
