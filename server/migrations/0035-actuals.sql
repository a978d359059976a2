-- Predictions that can be compared with what really happened: those of rows with an association id. Kept for a while
-- (ALMANAC_ACTUALS_DAYS), by prediction; what was learned from them stays as sums.
CREATE TABLE monitoring_rows (
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  association_id  text        NOT NULL,
  package_id      text        NOT NULL,
  -- Steps ahead of a forecast; 0 for models on rows.
  distance        integer     NOT NULL,
  organization_id text        NOT NULL REFERENCES organizations,
  model_id        text        NOT NULL,
  batch_id        text        NOT NULL,
  predicted_at    timestamptz NOT NULL,
  -- One number, or one a class.
  predicted       float8[]    NOT NULL,
  -- The number of the class that was answered.
  decided         integer,
  -- Attribute, value, attribute, value, ...
  segments        text[]      NOT NULL,
  PRIMARY KEY (deployment_id, association_id, package_id, distance)
);
CREATE INDEX monitoring_rows_by_time ON monitoring_rows (deployment_id, predicted_at, association_id);
CREATE INDEX monitoring_rows_by_batch ON monitoring_rows (deployment_id, batch_id) WHERE batch_id <> '';

-- What really happened, by association id; the last word counts.
CREATE TABLE monitoring_actuals (
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  association_id  text        NOT NULL,
  organization_id text        NOT NULL REFERENCES organizations,
  -- A number or the label of a class, as text.
  value           text        NOT NULL,
  was_acted_on    boolean,
  happened_at     timestamptz,
  received_at     timestamptz NOT NULL,
  PRIMARY KEY (deployment_id, association_id)
);
CREATE INDEX monitoring_actuals_by_arrival ON monitoring_actuals (deployment_id, received_at);

-- How good predictions were: by hour, or whole for a monitoring batch (then the hour is that of 1970).
CREATE TABLE monitoring_accuracy (
  deployment_id     text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  package_id        text        NOT NULL,
  batch_id          text        NOT NULL,
  segment_attribute text        NOT NULL,
  segment_value     text        NOT NULL,
  hour              timestamptz NOT NULL,
  organization_id   text        NOT NULL REFERENCES organizations,
  model_id          text        NOT NULL,
  -- Predictions with an association id, and those of them whose actual is known.
  rows              bigint      NOT NULL,
  matched           bigint      NOT NULL,
  sums              bytea       NOT NULL,
  PRIMARY KEY (deployment_id, package_id, batch_id, segment_attribute, segment_value, hour)
);

-- Sums that lost something and must be made anew from the rows: an actual was corrected, a prediction repeated.
CREATE TABLE monitoring_accuracy_stale (
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  package_id      text        NOT NULL,
  batch_id        text        NOT NULL,
  hour            timestamptz NOT NULL,
  organization_id text        NOT NULL REFERENCES organizations,
  PRIMARY KEY (deployment_id, package_id, batch_id, hour)
);

-- When actuals arrived, and a number that grows whenever anything above changes.
CREATE TABLE monitoring_actuals_state (
  deployment_id   text        PRIMARY KEY REFERENCES deployments ON DELETE CASCADE,
  organization_id text        NOT NULL REFERENCES organizations,
  last_at         timestamptz,
  -- Rows taken in the hour that `taking_since` begins.
  taking_since    timestamptz NOT NULL,
  taken           bigint      NOT NULL,
  revision        bigint      NOT NULL
);
