import { Badge, Button, Paper, Table, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { callQuery, useChange } from '../../../api/call-query.ts';
import { type Blueprint, modelCalls, modelsKey } from '../../../api/models.ts';
import type { Project } from '../../../api/projects.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { whole } from '../../../parts/format.ts';
import { Answer, EmptyState, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { ProjectFrame } from '../project-frame.tsx';
import { BlueprintGraph } from './blueprint-graph.tsx';
import { StepDetails } from './step-details.tsx';

export function BlueprintsPage() {
  return (
    <ProjectFrame part="Blueprints" calls={(id) => [modelCalls.blueprints(id), modelCalls.list(id)]}>
      {(project) => <Blueprints project={project} />}
    </ProjectFrame>
  );
}

function Blueprints({ project }: { project: Project }) {
  const { blueprint } = useSearch({ from: '/signed-in/projects/$projectId/blueprints' });
  const blueprints = useQuery(callQuery(modelCalls.blueprints(project.id)));
  return (
    <Answer of={blueprints} what="the blueprints">
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
    </Answer>
  );
}

const isDated = ({ partition }: Project) => partition.useTimeSeries || partition.cvMethod === 'datetime';

function Chosen({ project, blueprint }: { project: Project; blueprint: Blueprint }) {
  const graph = useQuery(callQuery(modelCalls.blueprintGraph(project.id, blueprint.id)));
  const steps = useQuery(callQuery(modelCalls.blueprintSteps(project.id, blueprint.id)));
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
        <Button size="xs" loading={train.isPending} onClick={() => train.mutate(undefined)}>
          Train this blueprint
        </Button>
      }
    >
      <ProblemNote problem={train.error} title="It was not trained" />
      <Answer of={graph} what="the steps">
        {(drawn) => <BlueprintGraph label={`Steps of ${blueprint.modelType}`} graph={drawn} />}
      </Answer>
      {steps.data && <StepDetails steps={steps.data} />}
    </Panel>
  );
}

function BlueprintTable({ project, all, chosen }: { project: Project; all: readonly Blueprint[]; chosen: string }) {
  const navigate = useNavigate({ from: '/projects/$projectId/blueprints' });
  const models = useQuery(callQuery(modelCalls.list(project.id)));
  const trained = (id: string) => models.data?.data.filter(({ blueprintId }) => blueprintId === id).length;
  return (
    <DataTable label="Blueprints" columns={['Blueprint', 'Steps', 'Models trained']} numeric={['Models trained']}>
      {all.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td>
            <UnstyledButton
              className="row-link"
              fz="sm"
              aria-pressed={one.id === chosen}
              data-chosen={one.id === chosen}
              onClick={() => void navigate({ search: { blueprint: one.id }, replace: true })}
            >
              {one.modelType}
            </UnstyledButton>
          </Table.Td>
          <Table.Td>
            {one.processes.slice(0, -1).map((step) => (
              <Badge key={step} size="sm" color="gray" mr={4}>
                {step}
              </Badge>
            ))}
          </Table.Td>
          <Table.Td ta="right" className="number">
            {whole(trained(one.id))}
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
