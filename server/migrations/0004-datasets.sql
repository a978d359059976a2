-- The catalogue. A dataset is a name with versions; a version is one reading of one source, kept as the original file
-- and as Parquet in the store.
CREATE TABLE datasets (
  id                text        PRIMARY KEY,
  organization_id   text        NOT NULL REFERENCES organizations,
  owner_id          text        NOT NULL REFERENCES users,
  name              text        NOT NULL,
  description       text        NOT NULL DEFAULT '',
  tags              text[]      NOT NULL DEFAULT '{}',
  categories        text[]      NOT NULL DEFAULT '{}',
  -- False: the file of one project, or another room's own data. Never listed; read through that room.
  visible           boolean     NOT NULL DEFAULT true,
  -- The newest version that is not deleted, whether it could be read or not. Null only inside a transaction.
  latest_version_id text,
  created_at        timestamptz NOT NULL,
  modified_at       timestamptz NOT NULL,
  modified_by       text        NOT NULL REFERENCES users,
  deleted_at        timestamptz,
  deleted_by        text        REFERENCES users
);
CREATE INDEX datasets_by_creation ON datasets (organization_id, created_at, id);

CREATE TABLE dataset_versions (
  id                text        PRIMARY KEY,
  dataset_id        text        NOT NULL REFERENCES datasets ON DELETE CASCADE,
  -- 1 for the first version of a dataset.
  seq               integer     NOT NULL,
  state             text        NOT NULL CHECK (state IN ('RUNNING', 'COMPLETED', 'ERROR')),
  -- A sentence with the line and the reason when the state is ERROR, else empty.
  error             text        NOT NULL DEFAULT '',
  source_type       text        NOT NULL
                    CHECK (source_type IN ('file', 'url', 'stage', 'recipe', 'version', 'dataSource', 'project')),
  -- What people see as the source: the name of the file, the address, recipe:{id}.
  source_uri        text        NOT NULL,
  recipe_id         text,
  file_name         text        NOT NULL,
  -- Null when the source was not kept as a file (a recipe), and after a failed reading.
  original_key      text,
  original_bytes    bigint,
  -- Null until COMPLETED.
  parquet_key       text,
  parquet_bytes     bigint,
  row_count         bigint,
  column_count      integer,
  -- How the file was read: {format, encoding, separator, ...}.
  reading           jsonb,
  -- [{featureType, count}], most frequent first.
  feature_types     jsonb,
  -- {type, value} of the sample that was asked for, or null for all rows.
  sample_size       jsonb,
  status_id         uuid,
  created_by        text        NOT NULL REFERENCES users,
  created_at        timestamptz NOT NULL,
  -- When it became COMPLETED or ERROR.
  ended_at          timestamptz,
  deleted_at        timestamptz,
  UNIQUE (dataset_id, seq)
);

-- One row per column of a COMPLETED version: up to 10,000, so that a page of them can be read without the rest.
CREATE TABLE dataset_features (
  version_id   text    NOT NULL REFERENCES dataset_versions ON DELETE CASCADE,
  -- 0 is the first column of the file.
  position     integer NOT NULL,
  name         text    NOT NULL,
  feature_type text    NOT NULL,
  -- The profile of the column without its plot.
  summary      jsonb   NOT NULL,
  -- The histogram, read only when it is asked for.
  plot         jsonb,
  PRIMARY KEY (version_id, position),
  UNIQUE (version_id, name)
);

-- Which projects were made of which version. Kept here, because a dataset is asked for its projects; the projects
-- themselves live in another room.
CREATE TABLE dataset_projects (
  version_id text        NOT NULL REFERENCES dataset_versions ON DELETE CASCADE,
  project_id text        NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (version_id, project_id)
);
CREATE INDEX dataset_projects_by_project ON dataset_projects (project_id);
