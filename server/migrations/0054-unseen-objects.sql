-- Names of job definitions, registered models and data sources are unique per person who made them. They were unique per
-- organization, so that a refusal told people the names of objects nobody had shared with them.
DROP INDEX batch_definitions_name;
CREATE UNIQUE INDEX batch_definitions_name ON batch_definitions (organization_id, kind, created_by, lower(name));

DROP INDEX registered_models_name;
CREATE UNIQUE INDEX registered_models_name ON registered_models (organization_id, created_by, lower(name))
  WHERE NOT is_archived;

ALTER TABLE recipe_data_sources DROP CONSTRAINT recipe_data_sources_organization_id_canonical_name_key;
ALTER TABLE recipe_data_sources ADD CONSTRAINT recipe_data_sources_name UNIQUE (organization_id, created_by, canonical_name);

-- The shared object a job is for: whoever may see it may see the status of the job.
ALTER TABLE job_records ADD COLUMN about_type text, ADD COLUMN about_id text;
