import { Badge, Group, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DatasetItem } from '../../api/datasets.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { bytes, whole } from '../../parts/format-number.ts';
import { Timestamp } from '../../parts/timestamp.tsx';
import { categoryText } from './category-text.ts';
import { DatasetState } from './dataset-state.tsx';

export function DatasetTable({ datasets }: { datasets: readonly DatasetItem[] }) {
  return (
    <DataTable
      label="Datasets"
      columns={['Name', 'State', 'Rows', 'Size', 'By', 'Created']}
      numeric={['Rows', 'Size']}
      minWidth={760}
    >
      {datasets.map((dataset) => (
        <Table.Tr key={dataset.datasetId}>
          <Table.Td>
            <Group gap="xs">
              <Link to="/datasets/$datasetId" params={{ datasetId: dataset.datasetId }} className="row-link">
                {dataset.name}
              </Link>
              {dataset.categories.map((category) => (
                <Badge key={category} size="sm" color="gray">
                  {categoryText(category)}
                </Badge>
              ))}
            </Group>
          </Table.Td>
          <Table.Td>
            <DatasetState state={dataset.processingState} />
          </Table.Td>
          <Table.Td ta="right" className="number">
            {whole(dataset.rowCount)}
          </Table.Td>
          <Table.Td ta="right" className="number">
            {bytes(dataset.datasetSize)}
          </Table.Td>
          <Table.Td>{dataset.createdBy}</Table.Td>
          <Table.Td>
            <Timestamp iso={dataset.creationDate} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
