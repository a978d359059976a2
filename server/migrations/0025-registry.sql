-- The job that builds a version: one that was cancelled or lost leaves a version that will never be built.
ALTER TABLE model_packages ADD COLUMN build_job_id text;
CREATE INDEX model_packages_by_organization ON model_packages (organization_id, created_at DESC, id);
