-- Organizations, people, and every way they prove who they are. Secrets are kept as keyed hashes; what must be shown
-- again (the account token, the second factor's secret) is encrypted.
CREATE TABLE organizations (
  id         text        PRIMARY KEY,
  name       text        NOT NULL,
  -- Lower case: names that differ in case only are the same name. So are all columns ending in _key.
  name_key   text        NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);

CREATE TABLE users (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  username        text        NOT NULL,
  username_key    text        NOT NULL UNIQUE,
  email           text,
  email_key       text        UNIQUE,
  first_name      text,
  last_name       text,
  language        text        NOT NULL DEFAULT 'en',
  -- Null: this account has no password and signs in with keys only.
  password_hash   text,
  role            text        NOT NULL CHECK (role IN ('admin', 'user')),
  permissions     text[]      NOT NULL DEFAULT '{}',
  created_at      timestamptz NOT NULL,
  disabled_at     timestamptz
);
CREATE INDEX users_by_organization ON users (organization_id, username_key);

CREATE TABLE user_groups (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  name            text        NOT NULL,
  name_key        text        NOT NULL,
  description     text,
  email           text,
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL,
  UNIQUE (organization_id, name_key)
);

CREATE TABLE group_members (
  group_id text        NOT NULL REFERENCES user_groups ON DELETE CASCADE,
  user_id  text        NOT NULL REFERENCES users ON DELETE CASCADE,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX group_members_by_user ON group_members (user_id);

CREATE TABLE api_keys (
  id               text        PRIMARY KEY,
  user_id          text        NOT NULL REFERENCES users ON DELETE CASCADE,
  name             text        NOT NULL,
  -- The first characters, so that people can tell their keys apart.
  prefix           text        NOT NULL,
  hash             bytea       NOT NULL UNIQUE,
  -- Given by a setting at start, and replaced when that setting changes.
  from_environment boolean     NOT NULL DEFAULT false,
  created_at       timestamptz NOT NULL,
  expire_at        timestamptz,
  last_used        timestamptz
);
CREATE INDEX api_keys_by_user ON api_keys (user_id, created_at, id);

-- One per account, from birth.
CREATE TABLE api_tokens (
  user_id   text        PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  hash      bytea       NOT NULL UNIQUE,
  sealed    text        NOT NULL,
  issued_at timestamptz NOT NULL
);

CREATE TABLE sessions (
  hash       bytea       PRIMARY KEY,
  user_id    text        NOT NULL REFERENCES users ON DELETE CASCADE,
  address    text        NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE second_factors (
  user_id      text        PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sealed       text        NOT NULL,
  created_at   timestamptz NOT NULL,
  -- Null until the first code proved that the authenticator app has the secret: until then nobody is asked for one.
  confirmed_at timestamptz
);

-- A code works once: the key of this table decides who was first.
CREATE TABLE totp_uses (
  user_id text   NOT NULL REFERENCES users ON DELETE CASCADE,
  step    bigint NOT NULL,
  PRIMARY KEY (user_id, step)
);

CREATE TABLE recovery_codes (
  user_id text  NOT NULL REFERENCES users ON DELETE CASCADE,
  hash    bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, hash)
);

-- Attempts to sign in that did not succeed, by account name and by network address (both as keyed hashes).
CREATE TABLE sign_in_attempts (
  scope         text        NOT NULL CHECK (scope IN ('account', 'address')),
  subject       bytea       NOT NULL,
  failures      integer     NOT NULL,
  last_at       timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL,
  PRIMARY KEY (scope, subject)
);
CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts (last_at);

-- One-time links for the first administrator.
CREATE TABLE setup_tokens (
  hash       bytea       PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

-- Who changed what about accounts. No foreign keys: the trail outlives what it tells of.
CREATE TABLE audit_entries (
  id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at              timestamptz NOT NULL,
  organization_id text        NOT NULL,
  actor_id        text        NOT NULL,
  actor_name      text        NOT NULL,
  address         text        NOT NULL,
  action          text        NOT NULL,
  subject         text        NOT NULL,
  details         jsonb       NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_entries_by_organization ON audit_entries (organization_id, id);

-- Every process caches who a key belongs to. Whatever changes that, and from wherever (another server, the command
-- line, a hand-written statement), is announced here, so that no writer can forget to.
CREATE FUNCTION announce_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM pg_notify('almanac_accounts', '*');
  ELSIF TG_TABLE_NAME = 'users' THEN
    PERFORM pg_notify('almanac_accounts', OLD.id);
  ELSE
    PERFORM pg_notify('almanac_accounts', OLD.user_id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER users_changed AFTER DELETE
  OR UPDATE OF organization_id, username, username_key, email, email_key, role, permissions, created_at, disabled_at
  ON users FOR EACH ROW EXECUTE FUNCTION announce_account_change();
CREATE TRIGGER api_keys_changed AFTER DELETE OR UPDATE OF user_id, hash, expire_at
  ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_account_change();
CREATE TRIGGER api_tokens_changed AFTER DELETE OR UPDATE
  ON api_tokens FOR EACH ROW EXECUTE FUNCTION announce_account_change();
CREATE TRIGGER sessions_changed AFTER DELETE OR UPDATE
  ON sessions FOR EACH ROW EXECUTE FUNCTION announce_account_change();
CREATE TRIGGER users_emptied AFTER TRUNCATE ON users EXECUTE FUNCTION announce_account_change();
CREATE TRIGGER api_keys_emptied AFTER TRUNCATE ON api_keys EXECUTE FUNCTION announce_account_change();
CREATE TRIGGER api_tokens_emptied AFTER TRUNCATE ON api_tokens EXECUTE FUNCTION announce_account_change();
CREATE TRIGGER sessions_emptied AFTER TRUNCATE ON sessions EXECUTE FUNCTION announce_account_change();
