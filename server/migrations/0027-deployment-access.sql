-- Servers hold in memory who may predict with a deployment. Whatever changes that, from wherever, is announced on the
-- channel that tells of changed deployments: the id of one, or * for all of them.
CREATE FUNCTION announce_deployment_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' OR TG_TABLE_NAME = 'group_members' THEN
    PERFORM pg_notify('almanac_deployments', '*');
  ELSIF coalesce(NEW.resource_type, OLD.resource_type) = 'deployment' THEN
    PERFORM pg_notify('almanac_deployments', coalesce(NEW.resource_id, OLD.resource_id));
  ELSIF coalesce(NEW.resource_type, OLD.resource_type) = 'useCase' THEN
    PERFORM pg_notify('almanac_deployments', '*');
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER grants_announced AFTER INSERT OR UPDATE OR DELETE ON grants
  FOR EACH ROW EXECUTE FUNCTION announce_deployment_access();
CREATE TRIGGER containments_announced AFTER INSERT OR UPDATE OR DELETE ON containments
  FOR EACH ROW EXECUTE FUNCTION announce_deployment_access();
CREATE TRIGGER members_announced AFTER INSERT OR UPDATE OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION announce_deployment_access();
CREATE TRIGGER grants_emptied AFTER TRUNCATE ON grants EXECUTE FUNCTION announce_deployment_access();
