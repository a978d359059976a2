import type { ColumnType, Selectable } from 'kysely';

interface CalendarTable {
  id: string;
  organization_id: string;
  name: string;
  source: string;
  series_column: string | null;
  created_by: string;
  created_at: Date;
}

interface CalendarEventTable {
  calendar_id: string;
  position: number;
  /** `2026-12-25`, whatever the time zone of the server. */
  date: ColumnType<string, string, string>;
  name: string;
  series: string | null;
  days: number;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    calendars: CalendarTable;
    calendar_events: CalendarEventTable;
  }
}

export type CalendarRow = Selectable<CalendarTable>;
export type CalendarEventRow = Omit<Selectable<CalendarEventTable>, 'calendar_id' | 'position'>;
