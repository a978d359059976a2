-- What a process counted in one journal on its disk, as the whole number so far: said twice, it is the same number. When a
-- journal is over, its numbers move to genai_usage_counters.
CREATE TABLE genai_usage_journals (
  journal         text   NOT NULL,
  organization_id text   NOT NULL REFERENCES organizations,
  user_id         text   NOT NULL REFERENCES users,
  counter         text   NOT NULL CHECK (counter IN ('llmApiCalls', 'vectorDatabases')),
  completed       bigint NOT NULL CHECK (completed > 0),
  PRIMARY KEY (user_id, counter, journal)
);
CREATE INDEX genai_usage_journals_journal ON genai_usage_journals (journal);
