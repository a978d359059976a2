import { Badge, Group, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DatasetItem, datasetCalls, datasetQueries } from '../../api/datasets.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { bytes, whole } from '../../parts/format.ts';
import { ListPage, usePlace } from '../../parts/list-page.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { AddDataset } from './add-dataset.tsx';
import { categoryText, DatasetState } from './dataset-state.tsx';

export function DatasetsPage() {
  const place = usePlace();
  const datasets = useQuery(datasetQueries.list(place.window, place.search));
  return (
    <ListPage
      title="Datasets"
      intro="Tables to learn from and to predict on. Each keeps its versions, and every column is profiled once."
      calls={[datasetCalls.list(place.window, place.search), datasetCalls.upload('sales.csv')]}
      what="datasets"
      icon="dataset"
      of={datasets}
      place={place}
      searches="names, descriptions and tags"
      empty="Drop a file above, or let the server fetch one from a URL."
      above={<AddDataset />}
    >
      {(rows) => <DatasetTable datasets={rows} />}
    </ListPage>
  );
}

function DatasetTable({ datasets }: { datasets: readonly DatasetItem[] }) {
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
