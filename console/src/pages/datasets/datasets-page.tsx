import { Group } from '@mantine/core';
import { type DatasetItem, datasetCalls, pollReading } from '../../api/datasets.ts';
import { RowLink } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { bytes, whole } from '../../parts/format.ts';
import { ListPage } from '../../parts/list-page.tsx';
import { Tag, Timestamp } from '../../parts/text.tsx';
import { AddDataset } from './add-dataset.tsx';
import { categoryText, DatasetState } from './dataset-state.tsx';

export function DatasetsPage() {
  return (
    <ListPage
      title="Datasets"
      intro="Tables to learn from and to predict on. Each keeps its versions, and every column is profiled once."
      what="datasets"
      icon="dataset"
      list={datasetCalls.list}
      poll={pollReading}
      calls={[datasetCalls.upload('sales.csv')]}
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
      minWidth={760}
      rows={datasets}
      idOf={(dataset) => dataset.datasetId}
      columns={[
        {
          name: 'Name',
          cell: (dataset) => (
            <Group gap="xs">
              <RowLink to="/datasets/$datasetId" params={{ datasetId: dataset.datasetId }} text={dataset.name} />
              {dataset.categories.map((category) => (
                <Tag key={category}>{categoryText(category)}</Tag>
              ))}
            </Group>
          ),
        },
        { name: 'State', cell: (dataset) => <DatasetState state={dataset.processingState} /> },
        { name: 'Rows', numeric: true, cell: (dataset) => whole(dataset.rowCount) },
        { name: 'Size', numeric: true, cell: (dataset) => bytes(dataset.datasetSize) },
        { name: 'By', cell: (dataset) => dataset.createdBy },
        { name: 'Created', cell: (dataset) => <Timestamp iso={dataset.creationDate} /> },
      ]}
    />
  );
}
