import { useQuery } from '@tanstack/react-query';
import { datasetCalls, datasetQueries } from '../../api/datasets.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { usePlace } from '../../parts/list/use-place.ts';
import { AddDataset } from './add-dataset.tsx';
import { DatasetTable } from './dataset-table.tsx';

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
