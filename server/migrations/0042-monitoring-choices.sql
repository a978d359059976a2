-- Predictions may count under the date they are about. When they were made tells how long they wait for actuals; null
-- where that is the time they count under.
ALTER TABLE monitoring_rows ADD COLUMN noted_at timestamptz;

-- Actuals that were found in later requests give way to those somebody sent.
ALTER TABLE monitoring_actuals ADD COLUMN automatic boolean NOT NULL DEFAULT false;

-- The metrics somebody chose to see; without a row, all of them.
CREATE TABLE monitoring_accuracy_metrics (
  deployment_id   text   PRIMARY KEY REFERENCES deployments ON DELETE CASCADE,
  organization_id text   NOT NULL REFERENCES organizations,
  metrics         text[] NOT NULL
);

-- What was deleted, for records that were on their way at that moment: they are not learned from.
CREATE TABLE monitoring_deletions (
  id              text        PRIMARY KEY,
  deployment_id   text        NOT NULL REFERENCES deployments ON DELETE CASCADE,
  organization_id text        NOT NULL REFERENCES organizations,
  model_id        text        NOT NULL,
  -- Null: open at that side.
  start_at        timestamptz,
  end_at          timestamptz,
  asked_at        timestamptz NOT NULL
);
CREATE INDEX monitoring_deletions_by_deployment ON monitoring_deletions (deployment_id);

-- Millions of rows, and each was looked up twice as it came: the deployment is of an organization that is there.
ALTER TABLE monitoring_rows DROP CONSTRAINT monitoring_rows_organization_id_fkey;
ALTER TABLE monitoring_actuals DROP CONSTRAINT monitoring_actuals_organization_id_fkey;
