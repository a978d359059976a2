-- What programs around a deployment reported: guards that could not be set up, metrics that could not be sent.
CREATE TABLE deployment_events (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations ON DELETE CASCADE,
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  type            text        NOT NULL,
  title           text        NOT NULL,
  message         text        NOT NULL,
  guard_name      text        NOT NULL,
  metric_name     text        NOT NULL,
  -- As the report says.
  happened_at     timestamptz NOT NULL,
  reported_by     text        NOT NULL,
  reported_at     timestamptz NOT NULL
);
CREATE INDEX deployment_events_newest ON deployment_events (deployment_id, happened_at DESC, id);
