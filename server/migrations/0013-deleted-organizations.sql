-- Organizations on their way out. The row stays when everything else of the organization is gone.
CREATE TABLE deleted_organizations (
  id                text        PRIMARY KEY,
  name              text        NOT NULL,
  -- scheduled: nobody of it can sign in, nothing is lost yet; erasing: no way back; erased: nothing is left.
  state             text        NOT NULL CHECK (state IN ('scheduled', 'erasing', 'erased')),
  deleted_by        text        NOT NULL,
  deleted_by_name   text        NOT NULL,
  deleted_at        timestamptz NOT NULL,
  -- Who could sign in before, and can again when the deletion is cancelled.
  disabled_user_ids text[]      NOT NULL,
  -- What there was to erase, by its name.
  counts            jsonb       NOT NULL,
  status_id         uuid,
  erased_at         timestamptz
);
CREATE INDEX deleted_organizations_in_order ON deleted_organizations (deleted_at, id);
