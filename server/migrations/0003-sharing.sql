-- Who may do what with which thing: one table for datasets, recipes, projects, use cases, data stores and all kinds to
-- come. A thing without a row here exists for nobody.
CREATE TABLE grants (
  organization_id text        NOT NULL REFERENCES organizations,
  resource_type   text        NOT NULL,
  resource_id     text        NOT NULL,
  -- At most one of the two; neither: everybody of the organization.
  user_id         text        REFERENCES users ON DELETE CASCADE,
  group_id        text        REFERENCES user_groups ON DELETE CASCADE,
  recipient_id    text        NOT NULL GENERATED ALWAYS AS (coalesce(user_id, group_id, organization_id)) STORED,
  role            text        NOT NULL CHECK (role IN ('OWNER', 'EDITOR', 'CONSUMER', 'OBSERVER')),
  can_share       boolean     NOT NULL,
  can_use_data    boolean     NOT NULL,
  granted_by      text        NOT NULL REFERENCES users,
  granted_at      timestamptz NOT NULL,
  PRIMARY KEY (resource_type, resource_id, recipient_id),
  CHECK (user_id IS NULL OR group_id IS NULL)
);
-- "What may this person see?": the ids come from the index alone.
CREATE INDEX grants_by_recipient ON grants (organization_id, resource_type, recipient_id, resource_id);
CREATE INDEX grants_by_group ON grants (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX grants_by_user ON grants (user_id) WHERE user_id IS NOT NULL;
