-- Files that arrive in parts. Parts lie in the store; a stage nobody uses is swept away when its time is over.
CREATE TABLE data_stages (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  owner_id        text        NOT NULL REFERENCES users,
  filename        text        NOT NULL,
  created_at      timestamptz NOT NULL,
  -- Null until every part is there and the owner said so.
  finalized_at    timestamptz,
  expires_at      timestamptz NOT NULL
);
CREATE INDEX data_stages_by_expiry ON data_stages (expires_at);

CREATE TABLE data_stage_parts (
  stage_id text    NOT NULL REFERENCES data_stages ON DELETE CASCADE,
  -- 1 for the first.
  number   integer NOT NULL CHECK (number > 0),
  blob_key text    NOT NULL,
  bytes    bigint  NOT NULL,
  PRIMARY KEY (stage_id, number)
);

-- Databases of the users themselves. Who may see one is in grants.
CREATE TABLE data_stores (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  creator_id      text        NOT NULL REFERENCES users,
  canonical_name  text        NOT NULL,
  driver_id       text        NOT NULL,
  jdbc_url        text        NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX data_stores_by_name ON data_stores (organization_id, lower(canonical_name), id);

-- Names and passwords for them: of one person each, never shared, never shown.
CREATE TABLE credentials (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  owner_id        text        NOT NULL REFERENCES users ON DELETE CASCADE,
  name            text        NOT NULL,
  name_key        text        NOT NULL,
  description     text        NOT NULL DEFAULT '',
  credential_type text        NOT NULL CHECK (credential_type IN ('basic')),
  sealed          text        NOT NULL,
  created_at      timestamptz NOT NULL,
  UNIQUE (owner_id, name_key)
);

-- Which of their credentials a person uses with a data store; at most one of them unasked.
CREATE TABLE credential_associations (
  credential_id text        NOT NULL REFERENCES credentials ON DELETE CASCADE,
  data_store_id text        NOT NULL REFERENCES data_stores ON DELETE CASCADE,
  owner_id      text        NOT NULL REFERENCES users ON DELETE CASCADE,
  is_default    boolean     NOT NULL,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (credential_id, data_store_id)
);
CREATE UNIQUE INDEX one_default_credential ON credential_associations (owner_id, data_store_id) WHERE is_default;
