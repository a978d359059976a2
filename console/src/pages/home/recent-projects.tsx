import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Project } from '../../api/projects.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

const stages: Readonly<Record<Project['stage'], string>> = {
  eda: 'reading the data',
  aim: 'target not set',
  eda2: 'preparing the data',
  modeling: 'models',
};

export function RecentProjects({ projects }: { projects: readonly Project[] }) {
  if (projects.length === 0) {
    return (
      <EmptyState icon="chart" title="No projects yet" compact>
        A project learns from a dataset: upload one, choose what to forecast, and models are trained and ranked.
      </EmptyState>
    );
  }
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {projects.map((project) => (
        <li key={project.id}>
          <Group justify="space-between" wrap="nowrap">
            <Link to="/projects/$projectId" params={{ projectId: project.id }} className="row-link fact">
              {project.projectName}
            </Link>
            <Text size="xs" c="dimmed" flex="none">
              <Timestamp iso={project.created} />
            </Text>
          </Group>
          <Text size="xs" c="dimmed">
            {project.target === null
              ? stages[project.stage]
              : `${project.target}, by ${project.metric ?? 'its metric'}`}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
