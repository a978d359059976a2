import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { callQuery } from '../../api/call-query.ts';
import { modelCalls } from '../../api/models.ts';
import type { Project } from '../../api/projects.ts';
import { type BigColumn, BigTable } from '../../parts/big-table.tsx';
import { RowMenu } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { Timestamp } from '../../parts/timestamp.tsx';
import { DeleteProject, RenameProject } from './project-dialogs.tsx';
import { kindText, stageText } from './stage.ts';

interface Chosen {
  readonly project: Project;
  readonly action: 'rename' | 'delete';
}

export function ProjectTable({ projects }: { projects: readonly Project[] }) {
  const [chosen, setChosen] = useState<Chosen>();
  const columns = useMemo(() => columnsFor(setChosen), []);
  const close = () => setChosen(undefined);
  return (
    <>
      <BigTable
        label="Projects"
        rows={projects}
        columns={columns}
        idOf={({ id }) => id}
        sortedBy={{ name: 'Created', descending: true }}
        height={620}
      />
      {chosen?.action === 'rename' && <RenameProject project={chosen.project} onClose={close} />}
      {chosen?.action === 'delete' && <DeleteProject listed project={chosen.project} onClose={close} onDone={close} />}
    </>
  );
}

const columnsFor = (choose: (chosen: Chosen) => void): readonly BigColumn<Project>[] => [
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
  { name: 'Kind', by: kindText, cell: (project) => kindText(project) },
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
          { label: 'Rename', onChoose: () => choose({ project, action: 'rename' }) },
          { label: 'Delete', onChoose: () => choose({ project, action: 'delete' }), dangerous: true },
        ]}
      />
    ),
  },
];

/** A project without a target goes on in the wizard. */
function NameCell({ project: { id, stage, projectName } }: { project: Project }) {
  return stage === 'aim' ? (
    <Link to="/projects/new" search={{ projectId: id, step: 'target' }} className="row-link">
      {projectName}
    </Link>
  ) : (
    <Link to="/projects/$projectId" params={{ projectId: id }} className="row-link">
      {projectName}
    </Link>
  );
}

/** Only the rows in sight ask. */
function ModelCount({ project }: { project: Project }) {
  const models = useQuery({ ...callQuery(modelCalls.count(project.id)), enabled: project.stage === 'modeling' });
  return whole(project.stage === 'modeling' ? models.data?.totalCount : null);
}
