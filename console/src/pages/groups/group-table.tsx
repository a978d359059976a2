import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Group } from '../../api/accounts.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

export function GroupTable({ groups }: { groups: readonly Group[] }) {
  return (
    <DataTable label="Groups" columns={['Name', 'Description', 'Members', 'Created']} numeric={['Members']}>
      {groups.map((group) => (
        <Table.Tr key={group.id}>
          <Table.Td>
            <Link to="/groups/$groupId" params={{ groupId: group.id }} className="row-link">
              {group.name}
            </Link>
          </Table.Td>
          <Table.Td>{group.description}</Table.Td>
          <Table.Td ta="right" className="number">
            {group.membersCount}
          </Table.Td>
          <Table.Td>
            <Timestamp iso={group.createdAt} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
