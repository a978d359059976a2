import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiCall } from '../../api/call.ts';
import { type Project, projectCalls, projectQueries } from '../../api/projects.ts';
import { RowLink } from '../../parts/actions.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, Note, PartLinks } from '../../parts/panel.tsx';
import { kindText, modeText, stageText } from '../projects/stage.ts';
import '../projects/projects.css';

const parts = [
  { label: 'Leaderboard', to: '/projects/$projectId' },
  { label: 'Data', to: '/projects/$projectId/data' },
  { label: 'Blueprints', to: '/projects/$projectId/blueprints' },
  { label: 'Jobs', to: '/projects/$projectId/jobs' },
  { label: 'Settings', to: '/projects/$projectId/settings' },
] as const;

interface ProjectFrameProps {
  readonly part: (typeof parts)[number]['label'];
  /** What this part asks, besides the project itself. */
  readonly calls?: (projectId: string) => readonly ApiCall<unknown>[];
  readonly actions?: (project: Project) => ReactNode;
  readonly children: (project: Project) => ReactNode;
}

const intro = (project: Project): string =>
  project.target === null
    ? `${project.fileName}, ${stageText(project.stage)}`
    : `${kindText(project)}: predicts ${project.target} from ${project.fileName}. ${modeText(project.autopilotMode)}.`;

/** What every page of a project has around it. */
export function ProjectFrame({ part, calls, actions, children }: ProjectFrameProps) {
  const { projectId = '' } = useParams({ strict: false });
  const project = useQuery(projectQueries.one(projectId));
  const found = project.data;
  return (
    <Page
      title={found?.projectName ?? 'Project'}
      intro={found && intro(found)}
      calls={calls ? calls(projectId) : [projectCalls.one(projectId)]}
      actions={found && actions?.(found)}
    >
      <Answer of={project} what="this project">
        {(shown) => (
          <Stack gap="lg">
            <PartLinks
              label="Parts of this project"
              links={parts.map((one) => ({ ...one, params: { projectId } }))}
              current={part}
            />
            <StageNote project={shown} />
            {children(shown)}
          </Stack>
        )}
      </Answer>
    </Page>
  );
}

function StageNote({ project }: { project: Project }) {
  if (project.stage === 'modeling') return null;
  return (
    <Note title={project.stage === 'aim' ? 'Target not set' : `This project is ${stageText(project.stage)}`}>
      <Group gap="sm">
        <Text size="sm">
          {project.stage === 'aim'
            ? 'Nothing is trained until it has one.'
            : 'The page goes on by itself when it is done.'}
        </Text>
        {project.stage === 'aim' && (
          <RowLink to="/projects/new" search={{ projectId: project.id, step: 'target' }} text="Choose a target" />
        )}
      </Group>
    </Note>
  );
}
