-- Where news of a deployment is sent: a web address or a mailbox. Secrets are sealed.
CREATE TABLE notification_channels (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  name            text        NOT NULL,
  channel_type    text        NOT NULL,
  -- A web address or a mailbox.
  target          text        NOT NULL,
  validate_ssl    boolean     NOT NULL,
  -- The key of signatures and further headers.
  sealed          text        NOT NULL,
  created_by      text        NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX notification_channels_by_deployment ON notification_channels (deployment_id, created_at, id);

-- Which news go where.
CREATE TABLE notification_policies (
  id                text        PRIMARY KEY,
  organization_id   text        NOT NULL REFERENCES organizations,
  deployment_id     text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  channel_id        text        NOT NULL REFERENCES notification_channels ON DELETE CASCADE,
  name              text        NOT NULL,
  active            boolean     NOT NULL,
  -- One of both.
  event_type        text,
  event_group       text,
  maximal_frequency text,
  created_by        text        NOT NULL,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL
);
CREATE INDEX notification_policies_by_deployment ON notification_policies (deployment_id, created_at, id);

-- What was sent, or is being sent. Outlives the policy, goes with the deployment.
CREATE TABLE notification_deliveries (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  channel_id      text        NOT NULL,
  channel_name    text        NOT NULL,
  policy_id       text,
  event_type      text        NOT NULL,
  message         text        NOT NULL,
  payload         text        NOT NULL,
  status          text        NOT NULL,
  attempts        integer     NOT NULL DEFAULT 0,
  last_error      text,
  created_at      timestamptz NOT NULL,
  ended_at        timestamptz
);
CREATE INDEX notification_deliveries_by_deployment ON notification_deliveries (deployment_id, created_at, id);
CREATE INDEX notification_deliveries_by_policy ON notification_deliveries (policy_id, created_at);
