-- Attempts to sign in are counted by account, by account and address together, by address, and by known device.
-- Failures of an account are forgiven bit by bit, so the count is no whole number.
ALTER TABLE sign_in_attempts DROP CONSTRAINT sign_in_attempts_scope_check;
ALTER TABLE sign_in_attempts ADD CONSTRAINT sign_in_attempts_scope_check
  CHECK (scope IN ('account', 'pair', 'address', 'device'));
ALTER TABLE sign_in_attempts ALTER COLUMN failures TYPE double precision;

-- Addresses from which an account was signed in to: others' wrong guesses do not slow it there. The subject is a keyed
-- hash of account and address.
CREATE TABLE known_addresses (
  subject     bytea       PRIMARY KEY,
  user_id     text        NOT NULL REFERENCES users ON DELETE CASCADE,
  known_until timestamptz NOT NULL
);
CREATE INDEX known_addresses_by_user ON known_addresses (user_id);
CREATE INDEX known_addresses_by_end ON known_addresses (known_until);

-- One-time links with which somebody chooses a new password.
CREATE TABLE password_resets (
  hash       bytea       PRIMARY KEY,
  user_id    text        NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_by_user ON password_resets (user_id);
