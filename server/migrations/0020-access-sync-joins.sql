-- Places and people are read one after the other, so that together they may never have been true. What makes somebody
-- able to read more waits here until everything else was read after it was seen; what takes access away never waits.
ALTER TABLE acl_sync ADD COLUMN directory_tick bigint NOT NULL DEFAULT 0;

-- The tick before the first request of the pass that is in force.
ALTER TABLE acl_spaces ADD COLUMN complete_tick bigint NOT NULL DEFAULT 0;

-- Somebody who came (back): the tick at which they were first seen. They are active once they need not wait any more.
ALTER TABLE acl_principals ADD COLUMN waking_tick bigint;
CREATE INDEX acl_principals_waking ON acl_principals (connection_id, waking_tick) WHERE waking_tick IS NOT NULL;

-- Memberships that were seen and do not count yet.
CREATE TABLE acl_joining (
  connection_id text   NOT NULL REFERENCES acl_connections ON DELETE CASCADE,
  group_id      bigint NOT NULL REFERENCES acl_principals ON DELETE CASCADE,
  member_id     bigint NOT NULL REFERENCES acl_principals ON DELETE CASCADE,
  seen_tick     bigint NOT NULL,
  PRIMARY KEY (group_id, member_id)
);
CREATE INDEX acl_joining_by_member ON acl_joining (member_id);
CREATE INDEX acl_joining_by_connection ON acl_joining (connection_id, seen_tick);
