-- What right and wrong classifications are worth to people: the profit curve of a model is drawn with one of these.
CREATE TABLE payoff_matrices (
  id                   text             PRIMARY KEY,
  project_id           text             NOT NULL REFERENCES projects ON DELETE CASCADE,
  name                 text             NOT NULL,
  true_positive_value  double precision NOT NULL,
  true_negative_value  double precision NOT NULL,
  false_positive_value double precision NOT NULL,
  false_negative_value double precision NOT NULL,
  created_at           timestamptz      NOT NULL
);
CREATE INDEX payoff_matrices_by_project ON payoff_matrices (project_id, created_at);
