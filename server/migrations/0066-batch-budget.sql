-- A batch job asks for a part of a quota in a worker, and quotas are counted by the servers: what is asked, and the answer.
-- Rows live for seconds; whoever asked or answered and is gone leaves one that another deletes.
CREATE TABLE quota_asks (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations ON DELETE CASCADE,
  resource_type   text        NOT NULL,
  resource_id     text        NOT NULL,
  user_id         text        NOT NULL,
  -- The deployment on whose behalf it is asked; empty for none.
  deployment_id   text        NOT NULL DEFAULT '',
  most            bigint      NOT NULL,
  state           text        NOT NULL DEFAULT 'asked'
                  CHECK (state IN ('asked', 'deciding', 'free', 'granted', 'wait', 'over')),
  units           bigint,
  wait_ms         integer,
  wait_for_place  boolean,
  why             text,
  asked_at        timestamptz NOT NULL DEFAULT now(),
  alive_until     timestamptz NOT NULL DEFAULT now() + interval '60 seconds'
);
CREATE INDEX quota_asks_by_organization ON quota_asks (organization_id);

-- What a batch job waits for, and until when; of a time series the rows that were paid for and wait to be scored.
ALTER TABLE batch_jobs
  ADD COLUMN waits_for   text,
  ADD COLUMN waits_until timestamptz,
  ADD COLUMN paid_rows   bigint NOT NULL DEFAULT 0;
