import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Calendar } from '../../api/calendars.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format-number.ts';
import { Timestamp } from '../../parts/timestamp.tsx';

export function CalendarTable({ calendars }: { calendars: readonly Calendar[] }) {
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
