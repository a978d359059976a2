-- What predictions left behind and nobody has learned from yet: blobs of records, handed over once.
CREATE TABLE prediction_segments (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  key             text        NOT NULL,
  bytes           bigint      NOT NULL,
  written_at      timestamptz NOT NULL,
  -- Kept for a week after, so that a file that is handed over twice is known.
  absorbed_at     timestamptz
);
CREATE INDEX prediction_segments_waiting ON prediction_segments (organization_id, written_at, id)
  WHERE absorbed_at IS NULL;
CREATE INDEX prediction_segments_absorbed ON prediction_segments (absorbed_at) WHERE absorbed_at IS NOT NULL;
