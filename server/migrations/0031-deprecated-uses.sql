-- Who still calls deprecated routes: one row a request line and user, counted since release 6.1.
CREATE TABLE deprecated_uses (
  organization_id text        NOT NULL REFERENCES organizations,
  user_id         text        NOT NULL REFERENCES users ON DELETE CASCADE,
  request         text        NOT NULL,
  -- Request lines are longer than an index entry may be.
  request_digest  text        NOT NULL GENERATED ALWAYS AS (md5(request)) STORED,
  last_used       timestamptz NOT NULL,
  uses            bigint      NOT NULL,
  PRIMARY KEY (user_id, request_digest)
);
CREATE INDEX deprecated_uses_newest ON deprecated_uses (organization_id, last_used DESC);
