-- Figures that people compute themselves and report, beside those that are computed here.
CREATE TABLE custom_metrics (
  id                text        PRIMARY KEY,
  organization_id   text        NOT NULL REFERENCES organizations,
  deployment_id     text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  name              text        NOT NULL,
  is_model_specific boolean     NOT NULL,
  -- Units, kind of sum, direction, baseline, columns of datasets.
  definition        jsonb       NOT NULL,
  created_by        text        NOT NULL,
  created_at        timestamptz NOT NULL,
  -- How often it was changed or got values: lamps that were lit before are lit again.
  touched           bigint      NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX custom_metrics_names ON custom_metrics (deployment_id, name);

-- Their values, summed by hour, or whole for a monitoring batch (then the hour is that of 1970).
CREATE TABLE custom_metric_sums (
  metric_id         text             NOT NULL REFERENCES custom_metrics ON DELETE CASCADE,
  organization_id   text             NOT NULL REFERENCES organizations,
  -- Both empty: of no model in particular.
  package_id        text             NOT NULL,
  model_id          text             NOT NULL,
  batch_id          text             REFERENCES monitoring_batches ON DELETE CASCADE,
  -- Both empty: all values together.
  segment_attribute text             NOT NULL,
  segment_value     text             NOT NULL,
  -- Of metrics that count names; empty: a name nobody has announced.
  category          text             NOT NULL,
  hour              timestamptz      NOT NULL,
  samples           bigint           NOT NULL,
  total             double precision NOT NULL,
  weighted          double precision NOT NULL,
  last_at           timestamptz      NOT NULL,
  last_value        double precision NOT NULL
);
CREATE UNIQUE INDEX custom_metric_sums_key ON custom_metric_sums
  (metric_id, segment_attribute, segment_value, coalesce(batch_id, ''), hour, package_id, category);
CREATE INDEX custom_metric_sums_by_batch ON custom_metric_sums (batch_id) WHERE batch_id IS NOT NULL;

-- Datasets whose values were added: a job that runs a second time adds nothing.
CREATE TABLE custom_metric_imports (
  job_id          text        PRIMARY KEY,
  metric_id       text        NOT NULL REFERENCES custom_metrics ON DELETE CASCADE,
  organization_id text        NOT NULL REFERENCES organizations
);
