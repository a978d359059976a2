-- Completed operations of each person that count towards a limit. They only ever grow.
CREATE TABLE genai_usage_counters (
  organization_id text   NOT NULL REFERENCES organizations,
  user_id         text   NOT NULL REFERENCES users,
  counter         text   NOT NULL CHECK (counter IN ('llmApiCalls', 'vectorDatabases')),
  completed       bigint NOT NULL DEFAULT 0 CHECK (completed >= 0),
  PRIMARY KEY (user_id, counter)
);

-- Operations under way where there is a limit: each holds a place until it has completed or failed. A process that
-- died leaves its places behind until they run out.
CREATE TABLE genai_usage_holds (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  user_id         text        NOT NULL REFERENCES users,
  counter         text        NOT NULL CHECK (counter IN ('llmApiCalls', 'vectorDatabases')),
  expires_at      timestamptz NOT NULL
);
CREATE INDEX genai_usage_holds_of ON genai_usage_holds (user_id, counter);

-- Services that speak the OpenAI wire format. The key is sealed; models are the catalogue entries they serve.
CREATE TABLE genai_upstreams (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  name            text        NOT NULL,
  base_url        text        NOT NULL,
  sealed_key      text,
  is_active       boolean     NOT NULL,
  reports_usage   boolean     NOT NULL,
  models          jsonb       NOT NULL,
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL,
  updated_by      text        NOT NULL REFERENCES users,
  updated_at      timestamptz NOT NULL,
  UNIQUE (organization_id, name)
);

CREATE TABLE genai_playgrounds (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  use_case_id     text        NOT NULL REFERENCES use_cases ON DELETE CASCADE,
  name            text        NOT NULL,
  description     text        NOT NULL,
  playground_type text        NOT NULL CHECK (playground_type IN ('rag', 'agentic')),
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL,
  updated_by      text        NOT NULL REFERENCES users,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX genai_playgrounds_in_use_case ON genai_playgrounds (use_case_id);

CREATE TABLE genai_llm_blueprints (
  id                       text        PRIMARY KEY,
  organization_id          text        NOT NULL REFERENCES organizations,
  playground_id            text        NOT NULL REFERENCES genai_playgrounds ON DELETE CASCADE,
  name                     text        NOT NULL,
  description              text        NOT NULL,
  is_saved                 boolean     NOT NULL DEFAULT false,
  is_starred               boolean     NOT NULL DEFAULT false,
  prompt_type              text        NOT NULL CHECK (prompt_type IN ('CHAT_HISTORY_AWARE', 'ONE_TIME_PROMPT')),
  llm_id                   text,
  llm_settings             jsonb,
  vector_database_id       text,
  vector_database_settings jsonb,
  created_by               text        NOT NULL REFERENCES users,
  created_at               timestamptz NOT NULL,
  updated_by               text        NOT NULL REFERENCES users,
  updated_at               timestamptz NOT NULL
);
CREATE INDEX genai_llm_blueprints_in_playground ON genai_llm_blueprints (playground_id);

CREATE TABLE genai_chats (
  id               text        PRIMARY KEY,
  organization_id  text        NOT NULL REFERENCES organizations,
  llm_blueprint_id text        NOT NULL REFERENCES genai_llm_blueprints ON DELETE CASCADE,
  name             text        NOT NULL,
  -- What was asked so far was asked of other settings: it may be read, not continued.
  is_frozen        boolean     NOT NULL DEFAULT false,
  created_by       text        NOT NULL REFERENCES users,
  created_at       timestamptz NOT NULL
);
CREATE INDEX genai_chats_of_blueprint ON genai_chats (llm_blueprint_id);

CREATE TABLE genai_comparison_chats (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  playground_id   text        NOT NULL REFERENCES genai_playgrounds ON DELETE CASCADE,
  name            text        NOT NULL,
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL
);
CREATE INDEX genai_comparison_chats_in_playground ON genai_comparison_chats (playground_id);

CREATE TABLE genai_comparison_prompts (
  id                 text        PRIMARY KEY,
  organization_id    text        NOT NULL REFERENCES organizations,
  playground_id      text        NOT NULL REFERENCES genai_playgrounds ON DELETE CASCADE,
  comparison_chat_id text        REFERENCES genai_comparison_chats ON DELETE CASCADE,
  text               text        NOT NULL,
  metadata_filter    jsonb,
  created_by         text        NOT NULL REFERENCES users,
  created_at         timestamptz NOT NULL
);
CREATE INDEX genai_comparison_prompts_in_playground ON genai_comparison_prompts (playground_id);
CREATE INDEX genai_comparison_prompts_in_chat ON genai_comparison_prompts (comparison_chat_id);

-- One question to one model and what came of it: a chat prompt, or one result of a comparison prompt.
CREATE TABLE genai_answers (
  id                       text        PRIMARY KEY,
  organization_id          text        NOT NULL REFERENCES organizations,
  playground_id            text        NOT NULL REFERENCES genai_playgrounds ON DELETE CASCADE,
  llm_blueprint_id         text        NOT NULL REFERENCES genai_llm_blueprints ON DELETE CASCADE,
  chat_id                  text        REFERENCES genai_chats ON DELETE CASCADE,
  comparison_prompt_id     text        REFERENCES genai_comparison_prompts ON DELETE CASCADE,
  text                     text        NOT NULL,
  llm_id                   text        NOT NULL,
  llm_settings             jsonb,
  vector_database_id       text,
  vector_database_settings jsonb,
  metadata_filter          jsonb,
  -- Answers that were told to the model as what was said before, oldest first.
  history_ids              text[]      NOT NULL DEFAULT '{}',
  execution_status         text        NOT NULL CHECK (execution_status IN ('NEW', 'RUNNING', 'COMPLETED', 'ERROR')),
  result_text              text,
  result_metadata          jsonb,
  citations                jsonb       NOT NULL DEFAULT '[]',
  custom_metrics           jsonb       NOT NULL DEFAULT '[]',
  positive_user_ids        text[]      NOT NULL DEFAULT '{}',
  negative_user_ids        text[]      NOT NULL DEFAULT '{}',
  created_by               text        NOT NULL REFERENCES users,
  created_at               timestamptz NOT NULL
);
CREATE INDEX genai_answers_in_playground ON genai_answers (playground_id, created_at);
CREATE INDEX genai_answers_of_blueprint ON genai_answers (llm_blueprint_id, created_at);
CREATE INDEX genai_answers_in_chat ON genai_answers (chat_id, created_at);
CREATE INDEX genai_answers_of_comparison ON genai_answers (comparison_prompt_id);
