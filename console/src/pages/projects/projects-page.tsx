import { Button, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Project, projectCalls, projectQueries } from '../../api/projects.ts';
import { SearchBox } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState } from '../../parts/panel.tsx';
import { ProjectTable } from './project-table.tsx';

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
