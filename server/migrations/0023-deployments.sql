-- Deployments: a registered model version behind an address. What a version serves is frozen in its bundle and in blobs
-- under model-packages/{package id}/, so that it outlives the project it came from.
CREATE TABLE prediction_environments (
  id                      text        PRIMARY KEY,
  organization_id         text        NOT NULL REFERENCES organizations,
  name                    text        NOT NULL,
  description             text,
  platform                text        NOT NULL,
  supported_model_formats text[]      NOT NULL,
  managed_by              text        NOT NULL DEFAULT 'selfManaged',
  priority                text,
  max_concurrent_batch    integer,
  credential_id           text,
  datastore_id            text,
  -- Made with the organization, not by a person; there is at most one.
  is_native               boolean     NOT NULL DEFAULT false,
  created_by              text,
  created_at              timestamptz NOT NULL,
  updated_at              timestamptz NOT NULL,
  deleted_at              timestamptz
);
CREATE UNIQUE INDEX prediction_environments_native ON prediction_environments (organization_id) WHERE is_native;
CREATE INDEX prediction_environments_by_organization ON prediction_environments (organization_id, created_at, id)
  WHERE deleted_at IS NULL;

CREATE TABLE registered_models (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  name            text        NOT NULL,
  description     text        NOT NULL DEFAULT '',
  target_name     text,
  target_type     text        NOT NULL,
  is_global       boolean     NOT NULL DEFAULT false,
  is_archived     boolean     NOT NULL DEFAULT false,
  last_version    integer     NOT NULL DEFAULT 0,
  tags            jsonb       NOT NULL DEFAULT '[]',
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL,
  modified_by     text        NOT NULL,
  modified_at     timestamptz NOT NULL
);
CREATE UNIQUE INDEX registered_models_name ON registered_models (organization_id, lower(name)) WHERE NOT is_archived;

-- A version of a registered model; clients also call it a model package.
CREATE TABLE model_packages (
  id                   text        PRIMARY KEY,
  organization_id      text        NOT NULL REFERENCES organizations,
  registered_model_id  text        NOT NULL REFERENCES registered_models,
  version              integer     NOT NULL,
  name                 text        NOT NULL,
  description          text        NOT NULL DEFAULT '',
  -- Of the leaderboard; of an external model an id of its own.
  model_id             text        NOT NULL,
  project_id           text,
  project_name         text,
  -- dedicated: ours; external: answers elsewhere and only reports here.
  execution_type       text        NOT NULL CHECK (execution_type IN ('dedicated', 'external')),
  model_type           text        NOT NULL,
  target               jsonb       NOT NULL,
  prediction_threshold double precision NOT NULL DEFAULT 0.5,
  build_status         text        NOT NULL DEFAULT 'inProgress'
                       CHECK (build_status IN ('inProgress', 'complete', 'failed')),
  build_error          text,
  -- All that serving and monitoring need; null until built, and always for external models.
  bundle               jsonb,
  -- What was told of an external model.
  told                 jsonb,
  stage                text        NOT NULL DEFAULT 'Registered',
  tags                 jsonb       NOT NULL DEFAULT '[]',
  user_provided_id     text,
  is_archived          boolean     NOT NULL DEFAULT false,
  created_by           text        NOT NULL REFERENCES users,
  created_at           timestamptz NOT NULL,
  updated_by           text        NOT NULL,
  updated_at           timestamptz NOT NULL,
  UNIQUE (registered_model_id, version)
);
CREATE INDEX model_packages_by_model ON model_packages (organization_id, model_id);

CREATE TABLE deployments (
  id               text        PRIMARY KEY,
  organization_id  text        NOT NULL REFERENCES organizations,
  label            text        NOT NULL,
  description      text,
  importance       text        CHECK (importance IN ('CRITICAL', 'HIGH', 'MODERATE', 'LOW')),
  status           text        NOT NULL
                   CHECK (status IN ('active', 'inactive', 'launching', 'stopping', 'replacingModel', 'errored')),
  environment_id   text        NOT NULL REFERENCES prediction_environments,
  -- The champion. Its history is in deployment_models.
  package_id       text        NOT NULL REFERENCES model_packages,
  prediction_threshold double precision,
  user_provided_id text,
  additional_metadata jsonb    NOT NULL DEFAULT '[]',
  runtime_parameters  jsonb    NOT NULL DEFAULT '[]',
  settings         jsonb       NOT NULL,
  -- Only what was changed from the defaults.
  health_settings  jsonb       NOT NULL DEFAULT '{}',
  replay_settings  jsonb       NOT NULL DEFAULT '{"enabled": false}',
  retraining_settings jsonb    NOT NULL DEFAULT '{}',
  -- Grows with every change: what is held in memory elsewhere is as old as the number it was read with.
  revision         bigint      NOT NULL DEFAULT 1,
  created_by       text        NOT NULL REFERENCES users,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  deleted_at       timestamptz,
  deleted_by       text
);
CREATE INDEX deployments_by_organization ON deployments (organization_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX deployments_by_package ON deployments (package_id) WHERE deleted_at IS NULL;

CREATE TABLE deployment_models (
  deployment_id text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  number        integer     NOT NULL,
  package_id    text        NOT NULL REFERENCES model_packages,
  model_id      text        NOT NULL,
  reason        text,
  deployed_by   text        NOT NULL,
  deployed_at   timestamptz NOT NULL,
  replaced_at   timestamptz,
  PRIMARY KEY (deployment_id, number)
);

CREATE TABLE challengers (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  package_id      text        NOT NULL REFERENCES model_packages,
  environment_id  text        NOT NULL REFERENCES prediction_environments,
  name            text        NOT NULL,
  created_by      text        NOT NULL,
  created_at      timestamptz NOT NULL
);
CREATE INDEX challengers_by_deployment ON challengers (deployment_id, created_at, id);
