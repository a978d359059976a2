import { Button, Paper, Stack } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useCall } from '../../../api/call-query.ts';
import { type Project, type ProjectFeature, projectFeatureCalls } from '../../../api/projects.ts';
import { ColumnPicture, ColumnTable } from '../../../parts/columns/column-table.tsx';
import { Answer, Reply } from '../../../parts/panel.tsx';
import { ProjectFrame } from '../project-frame.tsx';
import { FeatureLists } from './feature-lists.tsx';

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
