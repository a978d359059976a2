import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Calendar, calendarCalls } from '../../api/calendars.ts';
import { callQuery } from '../../api/call-query.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { ListPage, usePlace } from '../../parts/list-page.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { CreateCalendar } from './create-calendar.tsx';

export function CalendarsPage() {
  const place = usePlace();
  const calendars = useQuery(callQuery(calendarCalls.list(place.window)));
  return (
    <ListPage
      title="Calendars"
      intro="Holidays and other days that are unlike the rest. Forecasts learn what happens on them, before and after."
      calls={[calendarCalls.list(place.window)]}
      what="calendars"
      icon="calendar"
      of={calendars}
      place={place}
      empty="Take the public holidays of a country, or bring a file with dates and names of your own. A new time series project can then be given the calendar."
      create={{
        label: 'New calendar',
        first: 'Create the first calendar',
        dialog: (close) => <CreateCalendar onClose={close} />,
      }}
    >
      {(rows) => <CalendarTable calendars={rows} />}
    </ListPage>
  );
}

function CalendarTable({ calendars }: { calendars: readonly Calendar[] }) {
  return (
    <DataTable
      label="Calendars"
      columns={['Name', 'From', 'Events', 'First', 'Last', 'Projects', 'Made']}
      numeric={['Events', 'Projects']}
      minWidth={820}
    >
      {calendars.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td>
            <Link to="/calendars/$calendarId" params={{ calendarId: one.id }} className="row-link">
              {one.name}
            </Link>
          </Table.Td>
          <Table.Td>{one.source}</Table.Td>
          <Table.Td ta="right" className="number">
            {whole(one.numEvents)}
          </Table.Td>
          <Table.Td className="timestamp">{one.calendarStartDate}</Table.Td>
          <Table.Td className="timestamp">{one.calendarEndDate}</Table.Td>
          <Table.Td ta="right" className="number">
            {whole(one.projectIds.length)}
          </Table.Td>
          <Table.Td>
            <Timestamp iso={one.created} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
