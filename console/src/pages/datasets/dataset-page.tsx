import { Anchor, Group, List, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiCall } from '../../api/call.ts';
import { type Dataset, datasetCalls, datasetQueries, featureCalls, type Place } from '../../api/datasets.ts';
import { RowLink } from '../../parts/actions.tsx';
import { RowsTable } from '../../parts/big-table.tsx';
import { bytes, whole } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, Note, Panel, ProblemNote, Reply, TabRow } from '../../parts/panel.tsx';
import { Dimmed, Tag, Timestamp } from '../../parts/text.tsx';
import { DatasetActions } from './dataset-actions.tsx';
import { DatasetFeaturelists } from './dataset-featurelists.tsx';
import { DatasetProfile } from './dataset-profile.tsx';
import { categoryText, DatasetState } from './dataset-state.tsx';
import { DatasetVersions } from './dataset-versions.tsx';

export function DatasetPage() {
  const { datasetId } = useParams({ from: '/signed-in/datasets/$datasetId' });
  const { tab, version } = useSearch({ from: '/signed-in/datasets/$datasetId' });
  const navigate = useNavigate({ from: '/datasets/$datasetId' });
  const dataset = useQuery(datasetQueries.one(datasetId, version));
  const place = { datasetId, versionId: version };
  return (
    <Page
      title={dataset.data?.name ?? 'Dataset'}
      intro={dataset.data?.description}
      calls={callsOf(place, tab)}
      actions={dataset.data && <DatasetActions dataset={dataset.data} />}
    >
      <Answer of={dataset} what="this dataset">
        {(found) => (
          <Stack gap="lg">
            <DatasetDetails dataset={found} />
            {version !== undefined && !found.isLatestVersion && (
              <Note title="An earlier version">What is on this page is that version, not the latest one.</Note>
            )}
            <TabRow
              label="Parts of this dataset"
              value={tab}
              onChange={(to) => void navigate({ search: (old) => ({ ...old, tab: to }), replace: true })}
              tabs={[
                {
                  value: 'profile',
                  label: 'Profile',
                  content: () => whenRead(found, <DatasetProfile place={place} rowCount={found.rowCount ?? 0} />),
                },
                { value: 'rows', label: 'Rows', content: () => whenRead(found, <DatasetRows place={place} />) },
                {
                  value: 'featurelists',
                  label: 'Feature lists',
                  content: () => whenRead(found, <DatasetFeaturelists place={place} />),
                },
                {
                  value: 'versions',
                  label: 'Versions',
                  content: () => <DatasetVersions datasetId={datasetId} shown={found.versionId} />,
                },
                { value: 'uses', label: 'Used by', content: () => <DatasetUses dataset={found} /> },
              ]}
            />
          </Stack>
        )}
      </Answer>
    </Page>
  );
}

/** A part that needs the rows; until they are read, how that stands. */
function whenRead({ processingState, error }: Dataset, part: ReactNode): ReactNode {
  if (processingState === 'RUNNING') return <Note title="Being read">This page fills itself when done.</Note>;
  if (processingState === 'ERROR')
    return <ProblemNote problem={new Error(error)} title="This version could not be read" />;
  return part;
}

function callsOf(place: Place, tab = '') {
  const { datasetId, versionId } = place;
  const more: Readonly<Record<string, ApiCall<unknown>>> = {
    rows: featureCalls.rows(place),
    featurelists: featureCalls.lists(place),
    versions: datasetCalls.versions(datasetId),
    uses: datasetCalls.projects(datasetId),
  };
  return [datasetCalls.one(datasetId, versionId), more[tab] ?? featureCalls.list(place)];
}

function DatasetRows({ place }: { place: Place }) {
  return (
    <Paper withBorder>
      <Reply to={featureCalls.rows(place)} what="the rows">
        {({ data, resultSchema, rowCount }) => (
          <>
            <Dimmed px="md" py="sm" className="number">
              {data.length < rowCount
                ? `The first ${whole(data.length)} of ${whole(rowCount)} rows. Download the dataset for all of them.`
                : `All ${whole(rowCount)} rows.`}
            </Dimmed>
            <RowsTable label="Rows" columns={resultSchema} rows={data} />
          </>
        )}
      </Reply>
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
          <RowLink to="/recipes/$recipeId" params={{ recipeId: dataset.recipeId }} text="a recipe" />
        </Text>
      )}
      {[...dataset.categories.map(categoryText), ...dataset.tags].map((label) => (
        <Tag key={label}>{label}</Tag>
      ))}
    </Group>
  );
}

function DatasetUses({ dataset }: { dataset: Dataset }) {
  return (
    <Panel title="Projects made of this dataset">
      <Reply to={datasetCalls.projects(dataset.datasetId)} what="the projects">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="dataset" title="No project uses it yet">
              “New project” above begins one with this dataset.
            </EmptyState>
          ) : (
            <ProjectList ids={data.map(({ id }) => id)} />
          )
        }
      </Reply>
    </Panel>
  );
}

/** Those nobody shared with the reader are counted, not named. */
function ProjectList({ ids }: { ids: readonly string[] }) {
  return (
    <Reply to={datasetCalls.projectNames(ids)} what="the projects">
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
            <Dimmed mt="sm">{`${ids.length - named.length} more that you cannot see.`}</Dimmed>
          )}
        </>
      )}
    </Reply>
  );
}
