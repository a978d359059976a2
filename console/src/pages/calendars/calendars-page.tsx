import { type Calendar, calendarCalls } from '../../api/calendars.ts';
import { RowLink } from '../../parts/actions.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { CreateCalendar } from './create-calendar.tsx';

export function CalendarsPage() {
  return (
    <ListPage
      title="Calendars"
      intro="Holidays and other days that are unlike the rest. Forecasts learn what happens on them, before and after."
      what="calendars"
      icon="calendar"
      list={calendarCalls.list}
      empty="Take the public holidays of a country, or bring a file with dates and names of your own. A new time series project can then be given the calendar."
      create={{
        label: 'New calendar',
        first: 'Create the first calendar',
        dialog: (close) => <CreateCalendar onClose={close} />,
      }}
    >
      {(rows) => <DataTable label="Calendars" minWidth={820} rows={rows} idOf={({ id }) => id} columns={columns} />}
    </ListPage>
  );
}

const columns: readonly Column<Calendar>[] = [
  {
    name: 'Name',
    cell: ({ id, name }) => <RowLink to="/calendars/$calendarId" params={{ calendarId: id }} text={name} />,
  },
  { name: 'From', cell: ({ source }) => source },
  { name: 'Events', numeric: true, cell: ({ numEvents }) => whole(numEvents) },
  { name: 'First', className: 'timestamp', cell: ({ calendarStartDate }) => calendarStartDate },
  { name: 'Last', className: 'timestamp', cell: ({ calendarEndDate }) => calendarEndDate },
  { name: 'Projects', numeric: true, cell: ({ projectIds }) => whole(projectIds.length) },
  { name: 'Made', cell: ({ created }) => <Timestamp iso={created} /> },
];
