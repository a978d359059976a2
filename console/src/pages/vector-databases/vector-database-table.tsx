import { Badge, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { VectorDatabase } from '../../api/generative.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { bytes, whole } from '../../parts/format.ts';
import { Timestamp } from '../../parts/timestamp.tsx';

interface VectorDatabaseTableProps {
  readonly databases: readonly VectorDatabase[];
  readonly label?: string;
}

export function VectorDatabaseTable({ databases, label = 'Vector databases' }: VectorDatabaseTableProps) {
  return (
    <DataTable
      label={label}
      columns={['Name', 'Version', 'State', 'Dataset', 'Pieces', 'Size', 'Created']}
      numeric={['Version', 'Pieces', 'Size']}
      minWidth={760}
    >
      {databases.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td>
            <Link to="/vector-databases/$vectorDatabaseId" params={{ vectorDatabaseId: one.id }} className="row-link">
              {one.name}
            </Link>
          </Table.Td>
          <Table.Td ta="right" className="number">
            {one.version}
          </Table.Td>
          <Table.Td>
            <BuildState of={one} />
          </Table.Td>
          <Table.Td>{one.datasetName}</Table.Td>
          <Table.Td ta="right" className="number">
            {whole(one.chunksCount)}
          </Table.Td>
          <Table.Td ta="right" className="number">
            {bytes(one.size)}
          </Table.Td>
          <Table.Td>
            <Timestamp iso={one.creationDate} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

const states = {
  NEW: { color: 'gray', text: 'waiting' },
  RUNNING: { color: 'yellow', text: 'being built' },
  COMPLETED: { color: 'green', text: 'ready' },
  ERROR: { color: 'red', text: 'failed' },
} as const;

export function BuildState({ of }: { of: VectorDatabase }) {
  const { color, text } = states[of.executionStatus];
  return (
    <Badge variant="dot" color={color}>
      {text}
    </Badge>
  );
}
