import { type ColumnType, type Selectable, sql } from 'kysely';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, updateRows } from '#platform/db/rows.ts';

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

type CalendarRow = Selectable<CalendarTable>;
export type CalendarEventRow = Omit<Selectable<CalendarEventTable>, 'calendar_id' | 'position'>;

export type CalendarRecord = CalendarRow & {
  readonly first: string;
  readonly last: string;
  readonly events: number;
  readonly types: number;
  readonly project_ids: string[];
};

interface EventFilter {
  readonly series?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** So many rows a statement: the protocol counts parameters with 16 bits. */
const A_STATEMENT = 5000;
const DATE = sql<string>`to_char(calendar_events.date, 'YYYY-MM-DD')`.as('date');

export const calendarStore = (db: Queries) => {
  const described = () =>
    db
      .selectFrom('calendars')
      .innerJoin('calendar_events', 'calendar_events.calendar_id', 'calendars.id')
      .selectAll('calendars')
      .select(({ fn, selectFrom }) => [
        sql<string>`to_char(min(calendar_events.date), 'YYYY-MM-DD')`.as('first'),
        sql<string>`to_char(max(calendar_events.date), 'YYYY-MM-DD')`.as('last'),
        fn.countAll<number>().as('events'),
        fn.count<number>('calendar_events.name').distinct().as('types'),
        selectFrom('projects')
          .select(sql<string[]>`coalesce(array_agg(projects.id ORDER BY projects.id), '{}')`.as('ids'))
          .where(sql`projects.aim ->> 'calendarId'`, '=', sql.ref('calendars.id'))
          .where('projects.deleted_at', 'is', null)
          .as('project_ids'),
      ])
      .groupBy('calendars.id')
      .$castTo<CalendarRecord>();

  return {
    byId: (organizationId: string, id: string): Promise<CalendarRecord | undefined> =>
      described()
        .where('calendars.id', '=', id)
        .where('calendars.organization_id', '=', organizationId)
        .executeTakeFirst(),

    async page(
      organizationId: string,
      visible: ReturnType<typeof visibleTo>,
      projectId: string | undefined,
      window: { readonly offset: number; readonly limit: number },
    ) {
      let mine = described()
        .where('calendars.organization_id', '=', organizationId)
        .where('calendars.id', 'in', visible);
      if (projectId !== undefined) {
        mine = mine.where(
          'calendars.id',
          'in',
          db
            .selectFrom('projects')
            .select(sql<string>`projects.aim ->> 'calendarId'`.as('id'))
            .where('projects.id', '=', projectId)
            .where('projects.organization_id', '=', organizationId),
        );
      }
      const all = mine.orderBy('calendars.created_at', 'desc').orderBy('calendars.id').offset(window.offset);
      const rows = await (window.limit === 0 ? all : all.limit(window.limit)).execute();
      const { total } = await db
        .selectFrom(mine.as('found'))
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total };
    },

    async insert(row: CalendarRow, events: readonly CalendarEventRow[]): Promise<void> {
      await db.insertInto('calendars').values(row).execute();
      for (let start = 0; start < events.length; start += A_STATEMENT) {
        const some = events.slice(start, start + A_STATEMENT);
        await db
          .insertInto('calendar_events')
          .values(some.map((event, index) => ({ ...event, calendar_id: row.id, position: start + index })))
          .execute();
      }
    },

    events(calendarId: string, { series, from, to }: EventFilter = {}) {
      let found = db.selectFrom('calendar_events').where('calendar_id', '=', calendarId);
      if (series !== undefined) {
        found = found.where(({ or, eb }) => or([eb('series', 'is', null), eb('series', '=', series)]));
      }
      if (from !== undefined) found = found.where('date', '>=', from);
      if (to !== undefined) found = found.where('date', '<=', to);
      const ordered = found
        .select([DATE, 'calendar_events.name', 'series', 'days'])
        .orderBy('calendar_events.date')
        .orderBy('position');
      return {
        all: (): Promise<CalendarEventRow[]> => ordered.execute(),
        page: (offset: number, limit: number): Promise<CalendarEventRow[]> =>
          ordered.offset(offset).limit(limit).execute(),
        count: async (): Promise<number> =>
          (await found.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n,
      };
    },

    rename: (organizationId: string, id: string, name: string) =>
      updateRows(db, 'calendars', { id, organization_id: organizationId }, { name }),

    delete: (organizationId: string, id: string) =>
      deleteRows(db, 'calendars', { id, organization_id: organizationId }),
  };
};
