import { Box, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useCall, useChange } from '../../../api/call-query.ts';
import { type Model, modelCalls, modelsKey } from '../../../api/models.ts';
import { Allowed, HeadButton } from '../../../parts/actions.tsx';
import { type BigColumn, BigTable } from '../../../parts/big-table.tsx';
import { ConfirmDialog } from '../../../parts/dialogs.tsx';
import { figure, whole } from '../../../parts/format.ts';
import { Panel, ProblemNote, Reply } from '../../../parts/panel.tsx';
import { BlueprintGraph, StepDetails } from '../../project/blueprints/blueprint-graph.tsx';
import { leading, scoreColumns } from '../../project/leaderboard/scores.ts';
import { ModelFrame, type ShownModel } from '../model-frame.tsx';

export function ModelPage() {
  return (
    <ModelFrame part="Overview">
      {(shown) => (
        <>
          <Details {...shown} />
          <Steps {...shown} />
          <Scores {...shown} />
          <Manage {...shown} />
        </>
      )}
    </ModelFrame>
  );
}

const day = (iso: string) => iso.slice(0, 10);

function detailsOf(model: Model) {
  const { trainingStartDate: from, trainingEndDate: to } = model;
  return [
    ['Family', model.modelFamilyFullName || model.modelFamily],
    ['Feature list', model.featurelistName ?? 'none'],
    ['Learned from', from && to ? `${day(from)} to ${day(to)}` : `${figure(model.samplePct)} % of the rows`],
    ['Rows learned from', whole(model.trainingRowCount)],
    ['Has seen the validation', model.isTrainedIntoValidation ? 'yes' : 'no'],
    ['Has seen the holdout', model.isTrainedIntoHoldout ? 'yes' : 'no'],
  ] as const;
}

function Details({ model }: ShownModel) {
  return (
    <Panel title="Details">
      <Box component="dl" className="fact-list two-columns">
        {detailsOf(model).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Box>
    </Panel>
  );
}

function Scores({ model, project, dated }: ShownModel) {
  const own = project.metric ?? '';
  const rows = Object.keys(model.metrics).map((metric) => ({ metric }));
  const columns = useMemo(
    (): readonly BigColumn<{ metric: string }>[] => [
      {
        name: 'Metric',
        by: ({ metric }) => (metric === own ? '' : metric),
        cell: ({ metric }) => <span className={metric === own ? 'score-best' : undefined}>{metric}</span>,
      },
      ...scoreColumns([model], dated).map((column) => ({
        name: column.name,
        numeric: true,
        cell: ({ metric }: { metric: string }) =>
          column.name === 'Holdout' && !project.holdoutUnlocked ? 'locked' : figure(column.read(model, metric)),
      })),
    ],
    [model, own, project.holdoutUnlocked, dated],
  );
  return (
    <Panel title="Scores" intro={`The leaderboard is ordered by ${own}.`}>
      <BigTable
        label="Scores"
        rows={rows}
        columns={columns}
        idOf={({ metric }) => metric}
        sortedBy={{ name: 'Metric' }}
        height={420}
      />
    </Panel>
  );
}

function Steps({ about: { projectId, modelId }, model }: ShownModel) {
  const steps = useCall(modelCalls.steps(projectId, modelId));
  return (
    <Panel title="Blueprint" intro="The steps from the data to the prediction.">
      <Reply to={modelCalls.graph(projectId, modelId)} what="the blueprint">
        {(drawn) => <BlueprintGraph label={`Steps of ${model.modelType}`} graph={drawn} />}
      </Reply>
      {steps.data && <StepDetails steps={steps.data} />}
    </Panel>
  );
}

function Manage({ about: { projectId, modelId }, model, project, dated }: ShownModel) {
  const [asked, setRequested] = useState(false);
  const navigate = useNavigate();
  const toBoard = () => void navigate({ to: '/projects/$projectId', params: { projectId } });
  const prepare = useChange(() => modelCalls.prepare(projectId, modelId), {
    refresh: [modelsKey(projectId)],
    onDone: toBoard,
  });
  const judge = useChange(() => modelCalls.evaluate(projectId, modelId, dated), {
    refresh: [modelsKey(projectId)],
    onDone: toBoard,
  });
  const judged = leading(dated).read(model, project.metric ?? '') !== null;
  return (
    <Panel title="More" intro="Before it is deployed, a model can learn again from all data, the holdout included.">
      <ProblemNote problem={prepare.error} title="It was not prepared" />
      <ProblemNote problem={judge.error} title="It was not judged" />
      {!judged && (
        <Allowed needs={modelCalls.evaluate(projectId, modelId, dated)}>
          <Button size="xs" mr="sm" variant="default" loading={judge.isPending} onClick={() => judge.mutate(undefined)}>
            {dated ? 'Judge on all backtests' : 'Judge on all folds'}
          </Button>
        </Allowed>
      )}
      <HeadButton
        label="Prepare for deployment"
        needs={modelCalls.prepare(projectId, modelId)}
        busy={prepare.isPending}
        onClick={() => prepare.mutate(undefined)}
      />
      <Allowed needs={modelCalls.remove(projectId, modelId)}>
        <Button size="xs" ml="sm" variant="default" className="danger" onClick={() => setRequested(true)}>
          Delete model
        </Button>
      </Allowed>
      {asked && (
        <ConfirmDialog
          onClose={() => setRequested(false)}
          title={`Delete ${model.modelType}?`}
          confirm="Delete the model"
          call={modelCalls.remove(projectId, modelId)}
          onDone={toBoard}
          forget={[modelsKey(projectId)]}
        >
          Its scores, insights and predictions go with it. What was registered or deployed stays. This cannot be undone.
        </ConfirmDialog>
      )}
    </Panel>
  );
}
