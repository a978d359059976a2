import { Anchor, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callQuery } from '../../api/call-query.ts';
import { type Dataset, datasetCalls } from '../../api/datasets.ts';
import { Answer } from '../../parts/answer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Panel } from '../../parts/panel.tsx';

export function DatasetUses({ dataset }: { dataset: Dataset }) {
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
