import { Badge } from '@mantine/core';
import type { VectorDatabase } from '../../api/generative.ts';
import { RowLink } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { bytes, whole } from '../../parts/format.ts';
import { Timestamp } from '../../parts/text.tsx';

interface VectorDatabaseTableProps {
  readonly databases: readonly VectorDatabase[];
  readonly label?: string;
}

export function VectorDatabaseTable({ databases, label = 'Vector databases' }: VectorDatabaseTableProps) {
  return (
    <DataTable
      label={label}
      minWidth={760}
      rows={databases}
      idOf={(one) => one.id}
      columns={[
        {
          name: 'Name',
          cell: (one) => (
            <RowLink to="/vector-databases/$vectorDatabaseId" params={{ vectorDatabaseId: one.id }} text={one.name} />
          ),
        },
        { name: 'Version', numeric: true, cell: (one) => one.version },
        { name: 'State', cell: (one) => <BuildState of={one} /> },
        { name: 'Dataset', cell: (one) => one.datasetName },
        { name: 'Pieces', numeric: true, cell: (one) => whole(one.chunksCount) },
        { name: 'Size', numeric: true, cell: (one) => bytes(one.size) },
        { name: 'Created', cell: (one) => <Timestamp iso={one.creationDate} /> },
      ]}
    />
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
