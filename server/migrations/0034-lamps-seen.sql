-- The colour a lamp had when it was last looked at, of deployments whose policies wait for a change of it.
CREATE TABLE monitoring_lamps (
  organization_id text        NOT NULL REFERENCES organizations,
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  what            text        NOT NULL,
  status          text        NOT NULL,
  seen_at         timestamptz NOT NULL,
  PRIMARY KEY (deployment_id, what)
);
