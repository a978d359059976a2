-- Named values that people keep on deployments, versions of models and prediction environments: metrics, tags, parameters.
CREATE TABLE key_values (
  id              text             PRIMARY KEY,
  organization_id text             NOT NULL REFERENCES organizations ON DELETE CASCADE,
  entity_type     text             NOT NULL,
  entity_id       text             NOT NULL,
  name            text             NOT NULL,
  category        text             NOT NULL,
  value_type      text             NOT NULL,
  -- As text, whatever its type.
  value           text             NOT NULL,
  description     text             NOT NULL DEFAULT '',
  created_by      text             NOT NULL REFERENCES users,
  created_at      timestamptz      NOT NULL,
  UNIQUE (organization_id, entity_type, entity_id, name)
);
