-- What lies in what: a dataset in a use case, a project in a use case. Whoever may see the container sees what is in it,
-- so one table serves every kind of thing, as the grants do.
CREATE TABLE containments (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  container_type  text        NOT NULL,
  container_id    text        NOT NULL,
  resource_type   text        NOT NULL,
  resource_id     text        NOT NULL,
  put_by          text        NOT NULL REFERENCES users,
  put_at          timestamptz NOT NULL,
  UNIQUE (container_type, container_id, resource_type, resource_id)
);
CREATE INDEX containments_by_resource ON containments (resource_type, resource_id);

CREATE TABLE use_cases (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  name            text        NOT NULL,
  description     text        NOT NULL DEFAULT '',
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL,
  updated_by      text        NOT NULL REFERENCES users,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX use_cases_by_change ON use_cases (organization_id, updated_at, id);
