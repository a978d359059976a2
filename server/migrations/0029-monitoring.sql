-- What predictions left behind and nobody has learned from yet: blobs of records, handed over once.
CREATE TABLE prediction_segments (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  key             text        NOT NULL,
  bytes           bigint      NOT NULL,
  written_at      timestamptz NOT NULL,
  -- Kept for a week after, so that a file that is handed over twice is known.
  absorbed_at     timestamptz
);
CREATE INDEX prediction_segments_waiting ON prediction_segments (organization_id, written_at, id)
  WHERE absorbed_at IS NULL;
CREATE INDEX prediction_segments_absorbed ON prediction_segments (absorbed_at) WHERE absorbed_at IS NOT NULL;

-- The columns of a model that are watched, with the bins of its reference. Only ever appended to: profiles name columns
-- by their place. Not jsonb, which cannot hold the names under which predictions are profiled.
CREATE TABLE monitoring_layouts (
  package_id      text        PRIMARY KEY REFERENCES model_packages ON DELETE CASCADE,
  organization_id text        NOT NULL REFERENCES organizations,
  columns         json        NOT NULL
);

-- What predictions looked like: by hour, or whole for a monitoring batch (then the hour is that of 1970).
CREATE TABLE monitoring_profiles (
  deployment_id     text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  package_id        text        NOT NULL,
  batch_id          text        NOT NULL DEFAULT '',
  -- Both empty: all rows together.
  segment_attribute text        NOT NULL DEFAULT '',
  segment_value     text        NOT NULL DEFAULT '',
  hour              timestamptz NOT NULL,
  organization_id   text        NOT NULL REFERENCES organizations,
  model_id          text        NOT NULL,
  rows              bigint      NOT NULL,
  -- In the order of the layout.
  profiles          bytea       NOT NULL,
  -- Of single-valued predictions, for percentiles.
  digest            bytea,
  PRIMARY KEY (deployment_id, package_id, batch_id, segment_attribute, segment_value, hour)
);

-- How the service did: by hour or batch, and by who asked.
CREATE TABLE monitoring_service (
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  package_id      text        NOT NULL,
  batch_id        text        NOT NULL DEFAULT '',
  hour            timestamptz NOT NULL,
  consumer_id     text        NOT NULL,
  address         text        NOT NULL,
  host            text        NOT NULL,
  organization_id text        NOT NULL REFERENCES organizations,
  model_id        text        NOT NULL,
  consumer_name   text        NOT NULL,
  predictions     bigint      NOT NULL,
  requests        bigint      NOT NULL,
  user_errors     bigint      NOT NULL,
  server_errors   bigint      NOT NULL,
  cache_hits      bigint      NOT NULL,
  -- Latencies on a fixed logarithmic scale.
  execution       bytea       NOT NULL,
  response        bytea       NOT NULL,
  -- Requests in each minute of the hour.
  minutes         bytea       NOT NULL,
  last_at         timestamptz NOT NULL,
  PRIMARY KEY (deployment_id, package_id, batch_id, hour, consumer_id, address, host)
);
CREATE INDEX monitoring_service_by_hour ON monitoring_service (deployment_id, batch_id, hour);

CREATE TABLE monitoring_batches (
  id                   text        PRIMARY KEY,
  organization_id      text        NOT NULL REFERENCES organizations,
  deployment_id        text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  name                 text        NOT NULL,
  description          text,
  external_context_url text,
  is_locked            boolean     NOT NULL DEFAULT false,
  -- The batch prediction job that fills it.
  job_id               text,
  created_by           text        NOT NULL,
  created_by_name      text        NOT NULL,
  created_at           timestamptz NOT NULL
);
CREATE INDEX monitoring_batches_by_deployment ON monitoring_batches (deployment_id, created_at, id);

CREATE TABLE monitoring_batch_models (
  batch_id    text        NOT NULL REFERENCES monitoring_batches ON DELETE CASCADE,
  package_id  text        NOT NULL,
  model_id    text        NOT NULL,
  predictions bigint      NOT NULL,
  earliest    timestamptz NOT NULL,
  latest      timestamptz NOT NULL,
  -- As people have corrected them.
  told_earliest timestamptz,
  told_latest   timestamptz,
  PRIMARY KEY (batch_id, package_id)
);
