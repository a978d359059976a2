import { Badge, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AclItem } from '../../../api/access.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';

interface ItemTableProps {
  readonly connectionId: string;
  readonly items: readonly AclItem[];
}

export function ItemTable({ connectionId, items }: ItemTableProps) {
  return (
    <DataTable
      label="Items"
      columns={['Name', 'Kind', 'Grants of its own', 'From above', 'Verified']}
      numeric={['Grants of its own']}
    >
      {items.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td className="fact">
            <Link
              to="/access/$connectionId"
              params={{ connectionId }}
              search={{ tab: 'browse', item: one.id }}
              className="row-link"
            >
              {one.name}
            </Link>
          </Table.Td>
          <Table.Td>{one.kind}</Table.Td>
          <Table.Td ta="right" className="number">
            {one.grantsCount}
          </Table.Td>
          <Table.Td>{inheritance(one.inherits)}</Table.Td>
          <Table.Td>
            <Timestamp iso={one.verifiedAt} none="not yet" />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function inheritance(inherits: boolean | null) {
  if (inherits === null)
    return (
      <Badge variant="dot" color="red">
        not known
      </Badge>
    );
  return inherits ? 'counts too' : 'does not count';
}
