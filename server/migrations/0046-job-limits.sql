-- How long the current start of a job may run and since when it runs; how often a worker process died while it ran it.
ALTER TABLE job_records
  ADD COLUMN running_since      timestamptz,
  ADD COLUMN time_limit_seconds integer,
  ADD COLUMN worker_deaths      integer NOT NULL DEFAULT 0;

-- Who waits and who runs in a lane, and whose turn was longest ago: organizations take turns.
CREATE INDEX job_records_waiting ON job_records (lane, (COALESCE(organization_id, 'system'))) WHERE status = 'INITIALIZED';
CREATE INDEX job_records_running ON job_records (lane, (COALESCE(organization_id, 'system'))) WHERE status = 'RUNNING';
CREATE INDEX job_records_turns ON job_records (lane, (COALESCE(organization_id, 'system')), running_since)
  WHERE running_since IS NOT NULL;
