import { Badge, Paper, UnstyledButton } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCall, useChange } from '../../../api/call-query.ts';
import { type Blueprint, modelCalls, modelsKey } from '../../../api/models.ts';
import type { Project } from '../../../api/projects.ts';
import { HeadButton } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { whole } from '../../../parts/format.ts';
import { EmptyState, Panel, ProblemNote, Reply } from '../../../parts/panel.tsx';
import { ProjectFrame } from '../project-frame.tsx';
import { BlueprintGraph, StepDetails } from './blueprint-graph.tsx';

export function BlueprintsPage() {
  return (
    <ProjectFrame part="Blueprints" calls={(id) => [modelCalls.blueprints(id), modelCalls.list(id)]}>
      {(project) => <Blueprints project={project} />}
    </ProjectFrame>
  );
}

function Blueprints({ project }: { project: Project }) {
  const { blueprint } = useSearch({ from: '/signed-in/projects/$projectId/blueprints' });
  return (
    <Reply to={modelCalls.blueprints(project.id)} what="the blueprints">
      {(all) => {
        const chosen = all.find(({ id }) => id === blueprint) ?? all[0];
        if (chosen === undefined) {
          return (
            <Paper withBorder>
              <EmptyState icon="chart" title="No blueprints yet">
                They are made for the target: choose one, and they appear here.
              </EmptyState>
            </Paper>
          );
        }
        return (
          <>
            <Chosen project={project} blueprint={chosen} />
            <Paper withBorder>
              <BlueprintTable project={project} all={all} chosen={chosen.id} />
            </Paper>
          </>
        );
      }}
    </Reply>
  );
}

const isDated = ({ partition }: Project) => partition.useTimeSeries || partition.cvMethod === 'datetime';

function Chosen({ project, blueprint }: { project: Project; blueprint: Blueprint }) {
  const steps = useCall(modelCalls.blueprintSteps(project.id, blueprint.id));
  const navigate = useNavigate();
  const train = useChange(() => modelCalls.train(project.id, isDated(project), { blueprintId: blueprint.id }), {
    refresh: [modelsKey(project.id)],
    onDone: () => void navigate({ to: '/projects/$projectId', params: { projectId: project.id } }),
  });
  return (
    <Panel
      title={blueprint.modelType}
      intro="The steps from the data to the prediction."
      aside={
        <HeadButton
          label="Train this blueprint"
          primary
          busy={train.isPending}
          needs={modelCalls.train(project.id, isDated(project), { blueprintId: blueprint.id })}
          onClick={() => train.mutate(undefined)}
        />
      }
    >
      <ProblemNote problem={train.error} title="It was not trained" />
      <Reply to={modelCalls.blueprintGraph(project.id, blueprint.id)} what="the steps">
        {(drawn) => <BlueprintGraph label={`Steps of ${blueprint.modelType}`} graph={drawn} />}
      </Reply>
      {steps.data && <StepDetails steps={steps.data} />}
    </Panel>
  );
}

function BlueprintTable({ project, all, chosen }: { project: Project; all: readonly Blueprint[]; chosen: string }) {
  const navigate = useNavigate({ from: '/projects/$projectId/blueprints' });
  const models = useCall(modelCalls.list(project.id));
  const trained = (id: string) => models.data?.data.filter(({ blueprintId }) => blueprintId === id).length;
  return (
    <DataTable
      label="Blueprints"
      rows={all}
      idOf={(one) => one.id}
      columns={[
        {
          name: 'Blueprint',
          cell: (one) => (
            <UnstyledButton
              className="row-link"
              fz="sm"
              aria-pressed={one.id === chosen}
              data-chosen={one.id === chosen}
              onClick={() => void navigate({ search: { blueprint: one.id }, replace: true })}
            >
              {one.modelType}
            </UnstyledButton>
          ),
        },
        {
          name: 'Steps',
          cell: (one) =>
            one.processes.slice(0, -1).map((step) => (
              <Badge key={step} size="sm" color="gray" mr={4}>
                {step}
              </Badge>
            )),
        },
        { name: 'Models trained', numeric: true, cell: (one) => whole(trained(one.id)) },
      ]}
    />
  );
}
