-- What a resource gives to whom. One quota a resource; it may be written before the resource exists.
CREATE TABLE quotas (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  user_id         text        NOT NULL REFERENCES users,
  resource_type   text        NOT NULL CHECK (resource_type IN ('deployment', 'workload')),
  resource_id     text        NOT NULL,
  -- defaultRules, policies, capacity, saturationThreshold, shadow, as exact JSON: limits have up to 19 digits, which
  -- drivers that turn jsonb into numbers would round.
  definition      text        NOT NULL CHECK (jsonb_typeof(definition::jsonb) = 'object'),
  -- Grows with every change, so that a process can tell a newer definition from an older one.
  version         bigint      NOT NULL DEFAULT 1,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  UNIQUE (organization_id, resource_type, resource_id)
);
CREATE INDEX quotas_in_order ON quotas (organization_id, created_at, id);

-- Lists of rules to begin with. Without an organization they ship with the product.
CREATE TABLE quota_templates (
  id              text        PRIMARY KEY,
  organization_id text        REFERENCES organizations,
  name            text        NOT NULL,
  rules           text        NOT NULL CHECK (jsonb_typeof(rules::jsonb) = 'array'),
  created_at      timestamptz NOT NULL
);
INSERT INTO quota_templates (id, organization_id, name, rules, created_at) VALUES
  ('000000000000000000000001', NULL, 'Trial',
   '[{"limit":60,"rule":"requests","window":"min"},{"limit":2,"rule":"concurrentRequests","window":"min"},{"limit":200000,"rule":"token","window":"day"}]',
   '2026-01-01T00:00:00Z'),
  ('000000000000000000000002', NULL, 'Standard',
   '[{"limit":300,"rule":"requests","window":"min"},{"limit":16,"rule":"concurrentRequests","window":"min"}]',
   '2026-01-01T00:00:00Z'),
  ('000000000000000000000003', NULL, 'Chat',
   '[{"limit":120,"rule":"requests","window":"min"},{"limit":100000,"rule":"token","window":"min"},{"limit":32000,"rule":"inputSequenceLength","window":"min"}]',
   '2026-01-01T00:00:00Z'),
  ('000000000000000000000004', NULL, 'Batch',
   '[{"limit":4,"rule":"concurrentRequests","window":"min"},{"limit":100000,"rule":"requests","window":"day"}]',
   '2026-01-01T00:00:00Z');

-- Edits count from the next request on, in every process: each keeps definitions in memory and hears of changes here.
CREATE FUNCTION announce_quota_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('almanac_quotas', coalesce(NEW.resource_type, OLD.resource_type) || ' '
                                      || coalesce(NEW.resource_id, OLD.resource_id));
  RETURN NULL;
END $$;
CREATE TRIGGER quotas_changed AFTER INSERT OR UPDATE OR DELETE ON quotas
  FOR EACH ROW EXECUTE FUNCTION announce_quota_change();
