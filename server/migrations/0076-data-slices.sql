-- Rows of a project that people look at on their own: those that pass all filters.
CREATE TABLE data_slices (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations ON DELETE CASCADE,
  project_id      text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  name            text        NOT NULL,
  filters         jsonb       NOT NULL,
  created_at      timestamptz NOT NULL
);
CREATE INDEX data_slices_by_project ON data_slices (project_id, created_at);

-- How many rows of a source are in a slice, once somebody has asked.
CREATE TABLE data_slice_sizes (
  slice_id text    NOT NULL REFERENCES data_slices ON DELETE CASCADE,
  source   text    NOT NULL,
  -- Whose training rows; empty for other sources.
  model_id text    NOT NULL DEFAULT '',
  size     integer NOT NULL,
  PRIMARY KEY (slice_id, source, model_id)
);

-- Null: about all rows of its source.
ALTER TABLE model_insights ADD COLUMN data_slice_id text REFERENCES data_slices ON DELETE CASCADE;
CREATE INDEX model_insights_of_slice ON model_insights (data_slice_id) WHERE data_slice_id IS NOT NULL;
