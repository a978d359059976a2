-- Versions whose files could not be read when they were last needed, and why: shown by the health of their deployments. A
-- row goes when the files are read again without a fault.
CREATE TABLE model_faults (
  package_id      text        PRIMARY KEY REFERENCES model_packages ON DELETE CASCADE,
  organization_id text        NOT NULL REFERENCES organizations,
  reason          text        NOT NULL,
  since           timestamptz NOT NULL
);
CREATE INDEX model_faults_by_organization ON model_faults (organization_id);
