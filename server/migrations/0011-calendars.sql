-- Holidays and other events that forecasts may know in advance.
CREATE TABLE calendars (
  id              text        PRIMARY KEY,
  organization_id text        NOT NULL REFERENCES organizations,
  name            text        NOT NULL,
  -- As people read it: the name of the file, "country DE".
  source          text        NOT NULL,
  -- The column that says which series an event is for; null: all events are for all series.
  series_column   text,
  created_by      text        NOT NULL REFERENCES users,
  created_at      timestamptz NOT NULL
);

CREATE TABLE calendar_events (
  calendar_id text    NOT NULL REFERENCES calendars ON DELETE CASCADE,
  position    integer NOT NULL,
  date        date    NOT NULL,
  name        text    NOT NULL,
  -- Null: for all series.
  series      text,
  -- In days; an event that lasts three days is there on three of them.
  days        integer NOT NULL DEFAULT 1 CHECK (days > 0),
  PRIMARY KEY (calendar_id, position)
);
CREATE INDEX calendar_events_by_date ON calendar_events (calendar_id, date);
