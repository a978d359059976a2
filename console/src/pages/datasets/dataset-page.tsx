import { Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type Dataset, datasetCalls, datasetQueries, featureCalls } from '../../api/datasets.ts';
import { Answer } from '../../parts/answer.tsx';
import { Note } from '../../parts/note.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { DatasetActions } from './dataset-actions.tsx';
import { DatasetDetails } from './dataset-details.tsx';
import { DatasetFeaturelists } from './dataset-featurelists.tsx';
import { DatasetProfile } from './dataset-profile.tsx';
import { DatasetRows } from './dataset-rows.tsx';
import { DatasetUses } from './dataset-uses.tsx';
import { DatasetVersions } from './dataset-versions.tsx';

const tabs = { profile: 'Profile', rows: 'Rows', featurelists: 'Feature lists', versions: 'Versions', uses: 'Used by' };
type Tab = keyof typeof tabs;
const isTab = (name: string): name is Tab => Object.hasOwn(tabs, name);

export function DatasetPage() {
  const { datasetId } = useParams({ from: '/signed-in/datasets/$datasetId' });
  const { tab = 'profile', version } = useSearch({ from: '/signed-in/datasets/$datasetId' });
  const navigate = useNavigate({ from: '/datasets/$datasetId' });
  const dataset = useQuery(datasetQueries.one(datasetId, version));
  const shown = isTab(tab) ? tab : 'profile';
  return (
    <Page
      title={dataset.data?.name ?? 'Dataset'}
      {...(dataset.data?.description ? { intro: dataset.data.description } : {})}
      calls={callsOf(datasetId, version, shown)}
      actions={dataset.data && <DatasetActions dataset={dataset.data} />}
    >
      <Answer of={dataset} what="this dataset">
        {(found) => (
          <Stack gap="lg">
            <DatasetDetails dataset={found} />
            {version !== undefined && !found.isLatestVersion && (
              <Note title="An earlier version">What is on this page is that version, not the latest one.</Note>
            )}
            <Tabs
              value={shown}
              keepMounted={false}
              onChange={(to) => void navigate({ search: (old) => ({ ...old, tab: to ?? 'profile' }), replace: true })}
            >
              <Tabs.List aria-label="Parts of this dataset" mb="lg">
                {Object.entries(tabs).map(([value, label]) => (
                  <Tabs.Tab key={value} value={value}>
                    {label}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Tabs.Panel value={shown}>
                <Shown tab={shown} dataset={found} versionId={version} />
              </Tabs.Panel>
            </Tabs>
          </Stack>
        )}
      </Answer>
    </Page>
  );
}

function Shown({ tab, dataset, versionId }: { tab: Tab; dataset: Dataset; versionId: string | undefined }) {
  const { datasetId } = dataset;
  if (tab === 'versions') return <DatasetVersions datasetId={datasetId} shown={dataset.versionId} />;
  if (tab === 'uses') return <DatasetUses dataset={dataset} />;
  if (dataset.processingState === 'RUNNING') return <Note title="Being read">This page fills itself when done.</Note>;
  if (dataset.processingState === 'ERROR') {
    return <ProblemNote problem={new Error(dataset.error)} title="This version could not be read" />;
  }
  const place = { datasetId, versionId };
  if (tab === 'rows') return <DatasetRows place={place} />;
  if (tab === 'featurelists') return <DatasetFeaturelists place={place} />;
  return <DatasetProfile place={place} rowCount={dataset.rowCount ?? 0} />;
}

function callsOf(datasetId: string, versionId: string | undefined, tab: Tab) {
  const place = { datasetId, versionId };
  const more = {
    profile: featureCalls.list(place),
    rows: featureCalls.rows(place),
    featurelists: featureCalls.lists(place),
    versions: datasetCalls.versions(datasetId),
    uses: datasetCalls.projects(datasetId),
  };
  return [datasetCalls.one(datasetId, versionId), more[tab]];
}
