import { Button, Paper, Stack } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useCall, useChange } from '../../../api/call-query.ts';
import type { Project, ProjectFeature, ProjectList } from '../../../api/projects.ts';
import { projectFeatureCalls, projectKeys } from '../../../api/projects.ts';
import { HeadButton, RowButton } from '../../../parts/actions.tsx';
import { ColumnPicture, ColumnTable } from '../../../parts/columns/column-table.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { FeatureListDialog } from '../../../parts/dialogs.tsx';
import { whole } from '../../../parts/format.ts';
import { Answer, Panel, ProblemNote, Reply } from '../../../parts/panel.tsx';
import { Tag, Timestamp } from '../../../parts/text.tsx';
import { ProjectFrame } from '../project-frame.tsx';

export function ProjectDataPage() {
  return (
    <ProjectFrame
      part="Data"
      calls={(id) => [projectFeatureCalls.list(id), projectFeatureCalls.lists(id)]}
      actions={({ catalogId }) =>
        catalogId !== null && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => <Link to="/datasets/$datasetId" params={{ datasetId: catalogId }} {...props} />}
          >
            Open the dataset
          </Button>
        )
      }
    >
      {(project) => <Columns project={project} />}
    </ProjectFrame>
  );
}

function Columns({ project }: { project: Project }) {
  const { feature } = useSearch({ from: '/signed-in/projects/$projectId/data' });
  const navigate = useNavigate({ from: '/projects/$projectId/data' });
  const features = useCall(projectFeatureCalls.list(project.id));
  const counted = project.target ?? features.data?.[0]?.name;
  const sample = useCall(projectFeatureCalls.histogram(project.id, counted ?? ''), { enabled: counted !== undefined });
  const choose = useCallback(
    (name: string) => void navigate({ search: { feature: name }, replace: true, resetScroll: false }),
    [navigate],
  );
  const remark = useCallback(
    ({ name, lowInformation }: ProjectFeature) =>
      name === project.target
        ? 'target'
        : name === project.partition.datetimePartitionColumn
          ? 'date'
          : lowInformation
            ? 'Low information'
            : undefined,
    [project],
  );
  return (
    <Answer of={features} what="the columns">
      {(columns) => {
        const missing = columns.find(({ name }) => name === counted)?.naCount ?? 0;
        const rowCount = (sample.data?.plot ?? []).reduce((sum, { count }) => sum + count, missing);
        const chosen =
          columns.find(({ name }) => name === feature) ?? columns.find(({ name }) => name === project.target);
        return (
          <Stack gap="lg">
            {chosen && <Picture project={project} feature={chosen} />}
            <Paper withBorder>
              <ColumnTable
                label="Columns"
                columns={columns}
                rowCount={rowCount}
                chosen={chosen?.name}
                onChoose={choose}
                remark={remark}
              />
            </Paper>
            <FeatureLists project={project} columns={columns} />
          </Stack>
        );
      }}
    </Answer>
  );
}

function Picture({ project, feature }: { project: Project; feature: ProjectFeature }) {
  return (
    <Reply to={projectFeatureCalls.histogram(project.id, feature.name)} what="the histogram">
      {({ plot }) => (
        <ColumnPicture
          column={feature}
          rowCount={plot.reduce((sum, { count }) => sum + count, 0) + feature.naCount}
          bars={plot}
          {...(feature.importance === null || feature.name === project.target
            ? {}
            : { intro: `Alone it explains ${Math.round(feature.importance * 100)} % of the target.` })}
        />
      )}
    </Reply>
  );
}

interface FeatureListsProps {
  readonly project: Project;
  readonly columns: readonly ProjectFeature[];
}

export function FeatureLists({ project, columns }: FeatureListsProps) {
  const remove = useChange((id: string) => projectFeatureCalls.removeList(project.id, id), {
    refresh: [projectKeys.one(project.id)],
  });
  return (
    <Panel
      title="Feature lists"
      intro="Which columns models may use. The autopilot can be run on any of them."
      aside={
        <HeadButton
          label="Create list"
          needs={projectFeatureCalls.createList(project.id, { name: '', features: [] })}
          dialog={(close) => <CreateList project={project} columns={columns} onClose={close} />}
        />
      }
    >
      <ProblemNote problem={remove.error} title="The list was not deleted" />
      <Reply to={projectFeatureCalls.lists(project.id)} what="the feature lists">
        {(found) => <ListTable projectId={project.id} lists={found} onRemove={(id) => remove.mutate(id)} />}
      </Reply>
    </Panel>
  );
}

interface ListTableProps {
  readonly projectId: string;
  readonly lists: readonly ProjectList[];
  readonly onRemove: (id: string) => void;
}

function ListTable({ projectId, lists, onRemove }: ListTableProps) {
  return (
    <DataTable
      label="Feature lists"
      rows={lists}
      idOf={(list) => list.id}
      columns={[
        {
          name: 'Name',
          fw: 500,
          cell: (list) => (
            <span title={list.description}>
              {list.name}
              {!list.isUserCreated && <Tag ml={8}>made by the platform</Tag>}
            </span>
          ),
        },
        {
          name: 'Features',
          numeric: true,
          cell: ({ features }) => <span title={features.slice(0, 40).join(', ')}>{whole(features.length)}</span>,
        },
        { name: 'Models', numeric: true, cell: (list) => whole(list.numModels) },
        { name: 'Created', cell: (list) => <Timestamp iso={list.created} /> },
        {
          name: '',
          cell: (list) =>
            list.isUserCreated && (
              <RowButton
                label="Delete"
                of={list.name}
                needs={projectFeatureCalls.removeList(projectId, list.id)}
                onClick={() => onRemove(list.id)}
              />
            ),
        },
      ]}
    />
  );
}

function CreateList({ project, columns, onClose }: FeatureListsProps & { readonly onClose: () => void }) {
  return (
    <FeatureListDialog
      offered={columns.map(({ name }) => name)}
      chosen={columns.filter(({ lowInformation }) => !lowInformation).map(({ name }) => name)}
      call={({ name, features }) => projectFeatureCalls.createList(project.id, { name, features: [...features] })}
      refresh={[projectKeys.one(project.id)]}
      onClose={onClose}
    />
  );
}
