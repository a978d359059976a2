-- What callers used of a quota, and what was refused to them, by minute, hour and day (UTC). The limiter adds to it about
-- once a second and reads the windows of now when it starts, so a restart does not open a window again.
CREATE TABLE quota_usage (
  quota_id       text        NOT NULL REFERENCES quotas ON DELETE CASCADE,
  span           text        NOT NULL CHECK (span IN ('min', 'hour', 'day')),
  starts_at      timestamptz NOT NULL,
  -- Whose rules they were counted under: `user ID`, `usergroup ID`, `deployment ID`.
  holder         text        NOT NULL,
  user_id        text        NOT NULL,
  -- Empty when the user called, else the deployment whose agent did.
  deployment_id  text        NOT NULL,
  requests       bigint      NOT NULL,
  -- Limits have up to 19 digits, and sums more.
  tokens         numeric     NOT NULL,
  refused        bigint      NOT NULL,
  refused_tokens numeric     NOT NULL,
  -- Let through by a quota that only watches.
  would_refuse   bigint      NOT NULL,
  most_in_flight bigint      NOT NULL,
  longest_input  numeric     NOT NULL,
  PRIMARY KEY (quota_id, span, starts_at, holder, user_id, deployment_id)
);
CREATE INDEX quota_usage_by_age ON quota_usage (starts_at) WHERE span = 'min';

-- Who asks for a change waits until every process has heard of it: the number of the transaction tells changes apart.
CREATE OR REPLACE FUNCTION announce_quota_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed quotas%ROWTYPE := coalesce(NEW, OLD);
BEGIN
  PERFORM pg_notify('almanac_quotas', 'quota ' || changed.organization_id || ' ' || changed.resource_type || ' '
                                      || changed.resource_id || ' ' || txid_current());
  RETURN NULL;
END $$;

-- Which groups somebody is in decides under which policy they are counted.
CREATE FUNCTION announce_group_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('almanac_quotas', 'member ' || coalesce(NEW.user_id, OLD.user_id));
  RETURN NULL;
END $$;
CREATE TRIGGER group_members_changed AFTER INSERT OR UPDATE OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION announce_group_change();
