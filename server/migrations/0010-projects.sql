-- Projects: from a table to a leaderboard. Large things (predictions, fitted models) lie in blobs under
-- projects/{project id}/; the rows here say what there is and where.
CREATE TABLE projects (
  id                 text        PRIMARY KEY,
  organization_id    text        NOT NULL REFERENCES organizations,
  name               text        NOT NULL,
  description        text,
  file_name          text        NOT NULL,
  -- eda: the data are being read; aim: waits for a target; eda2: a target was given; modeling: has a leaderboard.
  stage              text        NOT NULL DEFAULT 'eda' CHECK (stage IN ('eda', 'aim', 'eda2', 'modeling')),
  -- No foreign keys: a project outlives the catalog entry it was made from.
  dataset_id         text,
  dataset_version_id text,
  -- Whether the dataset was chosen from the catalog, rather than made for this project.
  from_catalog       boolean     NOT NULL DEFAULT false,
  recipe_id          text,
  worker_count       integer     NOT NULL DEFAULT 1 CHECK (worker_count >= -1),
  gpu_worker_count   integer     NOT NULL DEFAULT 0,
  -- What was asked for (PATCH aim/) and what was decided from it and the data, each as one document.
  aim                jsonb,
  plan               jsonb,
  options            jsonb,
  target             text,
  target_type        text,
  metric             text,
  autopilot_mode     integer     CHECK (autopilot_mode BETWEEN 0 AND 4),
  holdout_unlocked   boolean     NOT NULL DEFAULT false,
  created_by         text        NOT NULL REFERENCES users,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  deleted_at         timestamptz,
  deleted_by         text
);
CREATE INDEX projects_by_organization ON projects (organization_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX projects_deleted ON projects (organization_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX projects_by_dataset ON projects (dataset_id, dataset_version_id) WHERE deleted_at IS NULL;

-- Columns of the data, and columns made of them. `profile` is what the data room measured.
CREATE TABLE project_features (
  project_id   text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  number       integer     NOT NULL,
  name         text        NOT NULL,
  feature_type text        NOT NULL,
  profile      jsonb       NOT NULL,
  -- Null for a column of the data; else how it is made of `parent_names`.
  transform    jsonb,
  parent_names text[]      NOT NULL DEFAULT '{}',
  importance   double precision,
  PRIMARY KEY (project_id, number),
  UNIQUE (project_id, name)
);

-- What models see once the target is known: in time series the features that were derived, else the features again.
CREATE TABLE modeling_features (
  project_id   text    NOT NULL REFERENCES projects ON DELETE CASCADE,
  number       integer NOT NULL,
  name         text    NOT NULL,
  feature_type text    NOT NULL,
  parent_names text[]  NOT NULL,
  profile      jsonb   NOT NULL,
  importance   double precision,
  PRIMARY KEY (project_id, number),
  UNIQUE (project_id, name)
);

CREATE TABLE project_featurelists (
  id              text        PRIMARY KEY,
  project_id      text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  -- input: of the columns; modeling: of what models see.
  kind            text        NOT NULL CHECK (kind IN ('input', 'modeling')),
  name            text        NOT NULL,
  description     text,
  features        text[]      NOT NULL,
  is_user_created boolean     NOT NULL,
  created_by      text        NOT NULL,
  created_at      timestamptz NOT NULL,
  UNIQUE (project_id, kind, name)
);

-- Which columns tell the series of a date column apart: one row a pair that was analysed, good or not.
CREATE TABLE multiseries_detections (
  project_id     text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  date_column    text        NOT NULL,
  -- Empty: the data as one single series.
  id_columns     text[]      NOT NULL,
  eligible       boolean     NOT NULL,
  time_unit      text,
  time_step      integer,
  series         integer     NOT NULL,
  reasons        text[]      NOT NULL,
  detected_at    timestamptz NOT NULL,
  PRIMARY KEY (project_id, date_column, id_columns)
);

CREATE TABLE cross_series_columns (
  project_id   text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  id_column    text        NOT NULL,
  group_column text        NOT NULL,
  eligibility  text        NOT NULL,
  analysed_at  timestamptz NOT NULL,
  PRIMARY KEY (project_id, id_column, group_column)
);

-- Names of the series of a multiseries project, in order of appearance by name.
CREATE TABLE project_series (
  project_id text    NOT NULL REFERENCES projects ON DELETE CASCADE,
  number     integer NOT NULL,
  name       text    NOT NULL,
  PRIMARY KEY (project_id, number)
);

-- Recipes for models of one project, as the engine listed them for its data.
CREATE TABLE blueprints (
  project_id text    NOT NULL REFERENCES projects ON DELETE CASCADE,
  id         text    NOT NULL,
  number     integer NOT NULL,
  model_type text    NOT NULL,
  family     text    NOT NULL,
  processes  text[]  NOT NULL,
  -- The engine's own description: all a fit needs besides data.
  recipe     jsonb   NOT NULL,
  -- The modes of the autopilot that begin with it; none for those made on the way.
  modes      text[]  NOT NULL DEFAULT '{}',
  PRIMARY KEY (project_id, id)
);

CREATE TABLE models (
  id                      text        PRIMARY KEY,
  project_id              text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  organization_id         text        NOT NULL REFERENCES organizations,
  number                  integer     NOT NULL,
  blueprint_id            text        NOT NULL,
  model_type              text        NOT NULL,
  family                  text        NOT NULL,
  category                text        NOT NULL DEFAULT 'model' CHECK (category IN ('model', 'blend')),
  processes               text[]      NOT NULL,
  featurelist_id          text,
  featurelist_name        text,
  -- training: no score yet, not shown on the leaderboard; ready: has a score; error: will never have one.
  status                  text        NOT NULL DEFAULT 'training' CHECK (status IN ('training', 'ready', 'error')),
  error                   text,
  -- Which rows it learned from, as asked for and as it came out.
  training                jsonb       NOT NULL,
  sample_pct              double precision,
  training_row_count      integer,
  is_frozen               boolean     NOT NULL DEFAULT false,
  parent_model_id         text,
  trained_into_validation boolean     NOT NULL DEFAULT false,
  trained_into_holdout    boolean     NOT NULL DEFAULT false,
  is_starred              boolean     NOT NULL DEFAULT false,
  prepared_for_deployment boolean     NOT NULL DEFAULT false,
  prediction_threshold    double precision NOT NULL DEFAULT 0.5,
  -- Blends only.
  member_ids              text[],
  blender_method          text,
  blend                   jsonb,
  -- By metric: validation, crossValidation, backtesting, backtestingScores, holdout, training. Always written whole,
  -- from the parts below; the holdout is hidden by who shows it, not here.
  metrics                 jsonb       NOT NULL DEFAULT '{}',
  -- How to open the fitted model: kind of file and keys of its blobs.
  artifact                jsonb,
  created_at              timestamptz NOT NULL,
  ready_at                timestamptz,
  UNIQUE (project_id, number)
);
CREATE INDEX models_by_project ON models (project_id, status, number);

-- One fit on one part of the past: backtest_0 (the newest), backtest_1, ..., holdout; or fold_0, fold_1, ...
-- A part that is here is finished, whatever happened to the worker afterwards.
CREATE TABLE model_parts (
  model_id        text        NOT NULL REFERENCES models ON DELETE CASCADE,
  part            text        NOT NULL,
  scores          jsonb       NOT NULL,
  rows            integer     NOT NULL,
  training        jsonb       NOT NULL,
  -- Out-of-sample predictions with their actuals: what insights are computed from.
  predictions_key text        NOT NULL,
  ended_at        timestamptz NOT NULL,
  PRIMARY KEY (model_id, part)
);

CREATE TABLE recommended_models (
  project_id          text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  recommendation_type text        NOT NULL,
  model_id            text        NOT NULL REFERENCES models ON DELETE CASCADE,
  recommended_at      timestamptz NOT NULL,
  PRIMARY KEY (project_id, recommendation_type)
);

-- The queue of one project, as its people see it: numbered, in order, no more at once than the project's workers.
-- What is let through becomes work of the platform's queue (status_id).
CREATE TABLE project_jobs (
  id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id      text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  organization_id text        NOT NULL REFERENCES organizations,
  -- model, predict, featureImpact, ...: the word clients know.
  job_type        text        NOT NULL,
  -- What to run and on what; `step` is the name of the registered handler.
  step            text        NOT NULL,
  input           jsonb       NOT NULL,
  status          text        NOT NULL DEFAULT 'queue'
                  CHECK (status IN ('queue', 'inprogress', 'error', 'ABORTED', 'COMPLETED')),
  message         text,
  model_id        text,
  blueprint_id    text,
  -- Which run of the autopilot asked for it; null when a person did.
  autopilot_run   integer,
  priority        integer     NOT NULL DEFAULT 0,
  status_id       uuid,
  actor           jsonb       NOT NULL,
  -- Where the finished job sends the client.
  location        text,
  created_at      timestamptz NOT NULL,
  started_at      timestamptz,
  ended_at        timestamptz
);
CREATE INDEX project_jobs_open ON project_jobs (project_id, priority DESC, id) WHERE status IN ('queue', 'inprogress');
CREATE INDEX project_jobs_by_project ON project_jobs (project_id, id);

-- One pass of the autopilot over one feature list: a small state machine that only moves forward.
CREATE TABLE autopilot_runs (
  project_id     text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  number         integer     NOT NULL,
  featurelist_id text        NOT NULL,
  mode           text        NOT NULL CHECK (mode IN ('quick', 'auto', 'comprehensive', 'manual')),
  settings       jsonb       NOT NULL,
  -- first: every blueprint on the newest part; rest: the better ones on all parts; blend; prepare: the winner on all
  -- data; done.
  stage          text        NOT NULL CHECK (stage IN ('first', 'tune', 'rest', 'blend', 'prepare', 'done')),
  paused         boolean     NOT NULL DEFAULT false,
  started_at     timestamptz NOT NULL,
  ended_at       timestamptz,
  PRIMARY KEY (project_id, number)
);
