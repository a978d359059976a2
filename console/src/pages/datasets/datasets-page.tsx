import { Group, Paper, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { datasetCalls, datasetQueries } from '../../api/datasets.ts';
import { Answer } from '../../parts/answer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { PAGE_SIZE, Paging } from '../../parts/paging.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { AddDataset } from './add-dataset.tsx';
import { DatasetTable } from './dataset-table.tsx';

export function DatasetsPage() {
  const { search = '', offset = 0 } = useSearch({ from: '/signed-in/datasets' });
  const navigate = useNavigate({ from: '/datasets' });
  const window = { offset, limit: PAGE_SIZE };
  const datasets = useQuery(datasetQueries.list(window, search));
  return (
    <Page
      title="Datasets"
      intro="Tables to learn from and to predict on. Each keeps its versions, and every column is profiled once."
      calls={[datasetCalls.list(window, search), datasetCalls.upload('sales.csv')]}
    >
      <AddDataset />
      <Paper withBorder>
        <Group justify="space-between" px="md" py="sm">
          <Title order={2}>Catalogue</Title>
          <SearchBox
            label="Search datasets"
            value={search}
            onSearch={(text) => void navigate({ search: text === '' ? {} : { search: text }, replace: true })}
          />
        </Group>
        <Answer of={datasets} what="the datasets">
          {({ data, count, totalCount }) =>
            totalCount === 0 ? (
              <Nothing search={search} />
            ) : (
              <>
                <DatasetTable datasets={data} />
                <Paging
                  offset={offset}
                  count={count}
                  total={totalCount}
                  what="datasets"
                  onOffset={(to) => void navigate({ search: (old) => ({ ...old, offset: to }) })}
                />
              </>
            )
          }
        </Answer>
      </Paper>
    </Page>
  );
}

function Nothing({ search }: { search: string }) {
  return search === '' ? (
    <EmptyState icon="dataset" title="No datasets yet">
      Drop a file above, or let the server fetch one from an address.
    </EmptyState>
  ) : (
    <EmptyState icon="dataset" title={`Nothing is called “${search}”`}>
      The search looks at names, descriptions and tags. Try a shorter word.
    </EmptyState>
  );
}
