import { UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import type { FeatureDrift } from '../../../api/monitoring.ts';
import { figure, whole } from '../../../parts/format-number.ts';
import { type BigColumn, BigTable } from '../../../parts/table/big-table.tsx';

interface FeatureTableProps {
  readonly features: readonly FeatureDrift[];
  readonly chosen: string;
  readonly onPick: (feature: string) => void;
}

export function FeatureTable({ features, chosen, onPick }: FeatureTableProps) {
  const columns = useMemo<readonly BigColumn<FeatureDrift>[]>(
    () => [
      {
        name: 'Feature',
        by: ({ name }) => name,
        cell: ({ name }) => (
          <UnstyledButton className="row-link" fz="sm" aria-pressed={name === chosen} onClick={() => onPick(name)}>
            {name}
          </UnstyledButton>
        ),
      },
      {
        name: 'Importance',
        numeric: true,
        by: ({ featureImpact }) => featureImpact ?? -1,
        cell: ({ featureImpact }) => figure(featureImpact),
      },
      { name: 'Drift', numeric: true, by: ({ driftScore }) => driftScore ?? -1, cell: (row) => figure(row.driftScore) },
      { name: 'Rows', numeric: true, by: ({ sampleSize }) => sampleSize ?? 0, cell: (row) => whole(row.sampleSize) },
    ],
    [chosen, onPick],
  );
  return (
    <BigTable
      label="Drift of each feature"
      rows={features}
      columns={columns}
      idOf={({ name }) => name}
      sortedBy={{ name: 'Drift', descending: true }}
      height={320}
    />
  );
}
