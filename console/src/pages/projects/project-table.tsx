import { Badge } from '@mantine/core';
import { useCall } from '../../api/call-query.ts';
import { modelCalls } from '../../api/models.ts';
import type { Project } from '../../api/projects.ts';
import { RowLink, RowMenu } from '../../parts/actions.tsx';
import { type BigColumn, BigTable } from '../../parts/big-table.tsx';
import { whole } from '../../parts/format.ts';
import { Timestamp } from '../../parts/text.tsx';
import { DeleteProject, RenameProject } from './project-dialogs.tsx';
import { kindText, stageText } from './stage.ts';

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
          { label: 'Rename', dialog: (close) => <RenameProject project={project} onClose={close} /> },
          { label: 'Delete', dangerous: true, dialog: (close) => <DeleteProject project={project} onClose={close} /> },
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
