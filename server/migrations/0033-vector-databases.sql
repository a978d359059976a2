-- Documents cut into pieces that can be searched by meaning. Pieces and vectors are blobs; a version is a row.
CREATE TABLE genai_vector_databases (
  id                     text        PRIMARY KEY,
  organization_id        text        NOT NULL REFERENCES organizations,
  use_case_id            text        NOT NULL REFERENCES use_cases ON DELETE CASCADE,
  name                   text        NOT NULL,
  dataset_id             text        NOT NULL,
  dataset_version_id     text        NOT NULL,
  dataset_name           text        NOT NULL,
  -- The id of the first version; versions of a family count from 1.
  family_id              text        NOT NULL,
  parent_id              text,
  version                integer     NOT NULL,
  embedding_model        text        NOT NULL,
  chunking               jsonb       NOT NULL,
  metadata_columns       jsonb       NOT NULL,
  -- Pieces are shown only to those whom this connection lets read the item named in the column.
  access_connection_id   text,
  access_item_column     text,
  execution_status       text        NOT NULL CHECK (execution_status IN ('NEW', 'RUNNING', 'COMPLETED', 'ERROR')),
  error_message          text,
  status_id              text,
  chunks_count           integer     NOT NULL DEFAULT 0,
  size                   bigint      NOT NULL DEFAULT 0,
  dimensions             integer,
  created_by             text        NOT NULL REFERENCES users,
  created_at             timestamptz NOT NULL,
  updated_by             text        NOT NULL REFERENCES users,
  updated_at             timestamptz NOT NULL,
  UNIQUE (family_id, version)
);
CREATE INDEX genai_vector_databases_in_use_case ON genai_vector_databases (use_case_id);
