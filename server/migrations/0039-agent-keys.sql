-- Keys of agents: what is asked with one is asked on behalf of the deployment.
ALTER TABLE api_keys ADD COLUMN deployment_id text;
