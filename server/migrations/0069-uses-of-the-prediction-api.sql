-- The usage table is meant for the Prediction API: its requests come first, whatever other deprecated routes are used.
ALTER TABLE deprecated_uses ADD COLUMN is_prediction_api boolean NOT NULL DEFAULT false;
UPDATE deprecated_uses SET is_prediction_api = true WHERE request ~ '^\S+ /+(predApi/+v1\.0|api/+v1)/';
DROP INDEX deprecated_uses_newest;
CREATE INDEX deprecated_uses_newest ON deprecated_uses (organization_id, is_prediction_api DESC, last_used DESC);
