import { Anchor, Badge, Group, List, Paper, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { callQuery } from '../../api/call-query.ts';
import { type Dataset, datasetCalls, datasetQueries, featureCalls, type Place } from '../../api/datasets.ts';
import { RowsTable } from '../../parts/big-table.tsx';
import { bytes, whole } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, Note, Panel, ProblemNote } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { DatasetActions } from './dataset-actions.tsx';
import { DatasetFeaturelists } from './dataset-featurelists.tsx';
import { DatasetProfile } from './dataset-profile.tsx';
import { categoryText, DatasetState } from './dataset-state.tsx';
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

function DatasetRows({ place }: { place: Place }) {
  const rows = useQuery(callQuery(featureCalls.rows(place)));
  return (
    <Paper withBorder>
      <Answer of={rows} what="the rows">
        {({ data, resultSchema, rowCount }) => (
          <>
            <Text size="sm" c="dimmed" px="md" py="sm" className="number">
              {data.length < rowCount
                ? `The first ${whole(data.length)} of ${whole(rowCount)} rows. Download the dataset for all of them.`
                : `All ${whole(rowCount)} rows.`}
            </Text>
            <RowsTable label="Rows" columns={resultSchema} rows={data} />
          </>
        )}
      </Answer>
    </Paper>
  );
}

/** What is worth knowing of a dataset before looking into it, in one line. */
function DatasetDetails({ dataset }: { dataset: Dataset }) {
  const types = dataset.featureCountByType.map(({ count, featureType }) => `${whole(count)} ${featureType}`).join(', ');
  return (
    <Group gap="lg" c="dimmed" className="number fact-line">
      <DatasetState state={dataset.processingState} />
      {dataset.rowCount !== null && (
        <Text size="sm">{`${whole(dataset.rowCount)} ${dataset.rowCount === 1 ? 'row' : 'rows'}`}</Text>
      )}
      {dataset.featureCount > 0 && (
        <Text
          size="sm"
          title={types}
        >{`${whole(dataset.featureCount)} ${dataset.featureCount === 1 ? 'feature' : 'features'}`}</Text>
      )}
      {dataset.datasetSize !== null && <Text size="sm">{bytes(dataset.datasetSize)}</Text>}
      <Text size="sm">
        {`by ${dataset.createdBy}, `}
        <Timestamp iso={dataset.creationDate} />
      </Text>
      {dataset.recipeId !== null && (
        <Text size="sm">
          {'made by '}
          <Link to="/recipes/$recipeId" params={{ recipeId: dataset.recipeId }} className="row-link">
            a recipe
          </Link>
        </Text>
      )}
      {[...dataset.categories.map(categoryText), ...dataset.tags].map((label) => (
        <Badge key={label} size="sm" color="gray">
          {label}
        </Badge>
      ))}
    </Group>
  );
}

function DatasetUses({ dataset }: { dataset: Dataset }) {
  const projects = useQuery(callQuery(datasetCalls.projects(dataset.datasetId)));
  return (
    <Panel title="Projects made of this dataset">
      <Answer of={projects} what="the projects">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="dataset" title="No project uses it yet">
              “New project” above begins one with this dataset.
            </EmptyState>
          ) : (
            <ProjectList ids={data.map(({ id }) => id)} />
          )
        }
      </Answer>
    </Panel>
  );
}

/** Those nobody shared with the reader are counted, not named. */
function ProjectList({ ids }: { ids: readonly string[] }) {
  const projects = useQuery(callQuery(datasetCalls.projectNames(ids)));
  return (
    <Answer of={projects} what="the projects">
      {(named) => (
        <>
          <List spacing="xs">
            {named.map(({ id, projectName }) => (
              <List.Item key={id}>
                <Anchor component={Link} to={`/projects/${id}`}>
                  {projectName}
                </Anchor>
              </List.Item>
            ))}
          </List>
          {named.length < ids.length && (
            <Text size="sm" c="dimmed" mt="sm">
              {`${ids.length - named.length} more that you cannot see.`}
            </Text>
          )}
        </>
      )}
    </Answer>
  );
}
