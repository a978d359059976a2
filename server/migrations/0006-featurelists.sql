-- Named selections of a dataset's columns. One is made with every version that could be read and belongs to it; the
-- others people make, for the dataset as a whole.
CREATE TABLE dataset_featurelists (
  id          text        PRIMARY KEY,
  dataset_id  text        NOT NULL REFERENCES datasets ON DELETE CASCADE,
  -- Null: made by a person, for all versions that have these columns.
  version_id  text        UNIQUE REFERENCES dataset_versions ON DELETE CASCADE,
  name        text        NOT NULL,
  description text        NOT NULL DEFAULT '',
  features    text[]      NOT NULL,
  created_by  text        NOT NULL REFERENCES users,
  created_at  timestamptz NOT NULL
);
CREATE UNIQUE INDEX dataset_featurelists_name ON dataset_featurelists (dataset_id, name) WHERE version_id IS NULL;

-- The first rows of a version, kept so that showing them needs no scan.
CREATE TABLE dataset_first_rows (
  version_id text  PRIMARY KEY REFERENCES dataset_versions ON DELETE CASCADE,
  -- Arrays of texts and nulls, in the order of the columns.
  rows       jsonb NOT NULL
);
