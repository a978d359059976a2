import { Badge, Button, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCall } from '../../api/call-query.ts';
import { modelCalls } from '../../api/models.ts';
import { type Project, projectCalls, projectQueries } from '../../api/projects.ts';
import { RowLink, RowMenu } from '../../parts/actions.tsx';
import { type BigColumn, BigTable } from '../../parts/big-table.tsx';
import { whole } from '../../parts/format.ts';
import { SearchBox } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { DeleteProject, RenameProject } from './project-dialogs.tsx';
import { kindText, stageText } from './stage.ts';

const holds = (project: Project, text: string): boolean =>
  [project.projectName, project.target, project.fileName].some((part) => part?.toLowerCase().includes(text));

export function ProjectsPage() {
  const { search = '' } = useSearch({ from: '/signed-in/projects' });
  const navigate = useNavigate();
  const projects = useQuery(projectQueries.list());
  return (
    <Page
      title="Projects"
      intro="A project takes one table to a leaderboard of models for one target."
      calls={[projectCalls.list()]}
      actions={
        <Button size="xs" renderRoot={(props) => <Link to="/projects/new" {...props} />}>
          New project
        </Button>
      }
    >
      <Answer of={projects} what="the projects">
        {(all) => (
          <Found
            all={all}
            search={search}
            onSearch={(text) => void navigate({ to: '/projects', search: text ? { search: text } : {}, replace: true })}
          />
        )}
      </Answer>
    </Page>
  );
}

interface FoundProps {
  readonly all: readonly Project[];
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

function Found({ all, search, onSearch }: FoundProps) {
  const found = useMemo(() => all.filter((project) => holds(project, search.toLowerCase())), [all, search]);
  if (all.length === 0) {
    return (
      <Paper withBorder>
        <EmptyState
          icon="chart"
          title="No projects yet"
          action={
            <Button renderRoot={(props) => <Link to="/projects/new" {...props} />}>Create the first project</Button>
          }
        >
          Upload data, choose what to predict, and models are trained and compared for you.
        </EmptyState>
      </Paper>
    );
  }
  return (
    <>
      <SearchBox label="Search projects" value={search} onSearch={onSearch} />
      <Paper withBorder>
        {found.length === 0 ? (
          <EmptyState icon="chart" title={`Nothing is called ${search}`}>
            The search looks at names, targets and files. Shorten it, or make a new project.
          </EmptyState>
        ) : (
          <ProjectTable projects={found} />
        )}
      </Paper>
    </>
  );
}

export function ProjectTable({ projects }: { projects: readonly Project[] }) {
  return (
    <BigTable
      label="Projects"
      rows={projects}
      columns={columns}
      idOf={({ id }) => id}
      sortedBy={{ name: 'Created', descending: true }}
      height={620}
    />
  );
}

const columns: readonly BigColumn<Project>[] = [
  { name: 'Name', by: ({ projectName }) => projectName, cell: (project) => <NameCell project={project} /> },
  {
    name: 'Stage',
    by: ({ stage }) => stage,
    cell: ({ stage }) => (
      <Badge color={stage === 'modeling' ? 'almanac' : 'gray'} miw="max-content">
        {stageText(stage)}
      </Badge>
    ),
  },
  { name: 'Kind', by: kindText, cell: kindText },
  { name: 'Target', by: ({ target }) => target ?? '', cell: ({ target }) => target ?? '–' },
  { name: 'Metric', by: ({ metric }) => metric ?? '', cell: ({ metric }) => metric ?? '–' },
  { name: 'Models', numeric: true, cell: (project) => <ModelCount project={project} /> },
  { name: 'Created', by: ({ created }) => created, cell: ({ created }) => <Timestamp iso={created} /> },
  {
    name: 'Actions',
    width: 60,
    cell: (project) => (
      <RowMenu
        of={project.projectName}
        actions={[
          {
            label: 'Rename',
            needs: projectCalls.change(project.id, {}),
            dialog: (close) => <RenameProject project={project} onClose={close} />,
          },
          {
            label: 'Delete',
            dangerous: true,
            needs: projectCalls.remove(project.id),
            dialog: (close) => <DeleteProject project={project} onClose={close} />,
          },
        ]}
      />
    ),
  },
];

/** A project without a target goes on in the wizard. */
function NameCell({ project: { id, stage, projectName } }: { project: Project }) {
  return stage === 'aim' ? (
    <RowLink to="/projects/new" search={{ projectId: id, step: 'target' }} text={projectName} />
  ) : (
    <RowLink to="/projects/$projectId" params={{ projectId: id }} text={projectName} />
  );
}

/** Only the rows in sight ask. */
function ModelCount({ project }: { project: Project }) {
  const models = useCall(modelCalls.count(project.id), { enabled: project.stage === 'modeling' });
  return whole(project.stage === 'modeling' ? models.data?.totalCount : null);
}
