-- A language model with its settings and documents, frozen out of a playground: clients call it a version of a custom
-- model. Registering one makes a version that writes text.
CREATE TABLE custom_model_versions (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  -- The same for all versions that were made of one thing.
  custom_model_id text        NOT NULL,
  source_id       text        NOT NULL,
  version         integer     NOT NULL,
  name            text        NOT NULL,
  description     text        NOT NULL DEFAULT '',
  model_type      text        NOT NULL,
  prompt_name     text        NOT NULL,
  target_name     text        NOT NULL,
  text_model      jsonb       NOT NULL,
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL,
  UNIQUE (custom_model_id, version)
);
CREATE INDEX custom_model_versions_by_source ON custom_model_versions (organization_id, source_id);

-- Only of versions that write text, which have no bundle.
ALTER TABLE model_packages ADD COLUMN text_model jsonb;
