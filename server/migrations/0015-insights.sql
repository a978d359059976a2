-- What was computed about models after they were trained: impact and effects of features, explanations, forecasts from
-- every moment of a backtest, predictions of the training data.
CREATE TABLE model_insights (
  id              text        PRIMARY KEY,
  project_id      text        NOT NULL REFERENCES projects ON DELETE CASCADE,
  organization_id text        NOT NULL REFERENCES organizations,
  model_id        text        NOT NULL REFERENCES models ON DELETE CASCADE,
  kind            text        NOT NULL,
  -- Which part of the data it is about; see insights/sources.rules.ts.
  source          text        NOT NULL,
  asked           jsonb       NOT NULL,
  -- What is small enough to be read whole.
  content         jsonb       NOT NULL,
  row_count       integer     NOT NULL,
  -- What is not: a blob.
  rows_key        text,
  created_by      text        NOT NULL,
  created_at      timestamptz NOT NULL
);
CREATE INDEX model_insights_of_model ON model_insights (model_id, kind, source);
CREATE INDEX model_insights_of_project ON model_insights (project_id, kind, created_at, id);
