import { Button, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCall, useChange } from '../../../api/call-query.ts';
import type { Challenger, ReplaySettings, Schedule } from '../../../api/deployment-settings.ts';
import { challengerCalls, settingsCalls } from '../../../api/deployment-settings.ts';
import { type Deployment, deploymentCalls, deploymentKey } from '../../../api/deployments.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import { accuracyCalls, monitoringCalls, type PredictionsOverTime, type Selection } from '../../../api/monitoring.ts';
import { useMay } from '../../../api/own-access.ts';
import { Allowed, HeadButton, RowButton } from '../../../parts/actions.tsx';
import { BucketChart } from '../../../parts/chart/bucket-chart.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { FormDialog } from '../../../parts/dialogs.tsx';
import { NameInput } from '../../../parts/fields.tsx';
import { bucketText, figure, whole } from '../../../parts/format.ts';
import { EmptyState, Note, Panel, ProblemNote, Reply } from '../../../parts/panel.tsx';
import { ScheduleFields } from '../../../parts/schedule/schedule-fields.tsx';
import { scheduleOf, scheduleText, USUAL } from '../../../parts/schedule/schedule-text.ts';
import { JobProgress } from '../../../parts/upload.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { selectionOf } from '../period.ts';

export function ChallengersPage() {
  return (
    <DeploymentFrame part="Challengers" calls={(id) => [challengerCalls.list(id)]}>
      {(deployment) => <Challengers deployment={deployment} />}
    </DeploymentFrame>
  );
}

function Challengers({ deployment }: { deployment: Deployment }) {
  const { id } = deployment;
  const settings = useCall(settingsCalls.settings(id));
  const replay = useMutation({ mutationFn: () => begin(challengerCalls.replay(id)) });
  const following = useFollow(replay.data?.follow, { refresh: [deploymentKey(id)] });
  const editable = useMay({ object: 'deployment', id: deployment.id, need: 'write' });
  const add = editable && (
    <HeadButton
      label="Add a challenger"
      primary
      dialog={(close) => <AddChallenger deployment={deployment} onClose={close} />}
    />
  );
  return (
    <Stack gap="lg">
      {settings.data?.challengerModels.enabled === false && (
        <Note tone="careful" title="Requests are not kept">
          Switch challengers on under Settings: only requests made from then on can be replayed.
        </Note>
      )}
      <Reply to={challengerCalls.list(id)} what="the challengers">
        {({ data }) => (
          <>
            <Paper withBorder>
              {data.length === 0 ? (
                <EmptyState icon="stack" title="No challengers" action={add}>
                  Other models that answer the same requests for comparison, at most five. Nobody but you sees their
                  answers.
                </EmptyState>
              ) : (
                <>
                  <Group justify="flex-end" p="md" pb={0} gap="sm">
                    <Allowed needs={challengerCalls.replay(id)}>
                      <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate()}>
                        Replay requests now
                      </Button>
                    </Allowed>
                    {add}
                  </Group>
                  <ChallengerTable deployment={deployment} challengers={data} editable={editable} />
                </>
              )}
            </Paper>
            <ProblemNote problem={replay.error} title="Nothing is replayed" />
            <JobProgress of={following} what="Replaying requests" />
            {data.length > 0 && <CompareModels deployment={deployment} challengers={data} />}
          </>
        )}
      </Reply>
      <ReplaySchedule deploymentId={id} editable={editable} />
    </Stack>
  );
}

const asRow = ({ id, name, model, modelPackage }: Challenger) => ({
  id,
  name,
  model: model.name,
  version: modelPackage.name,
  project: model.projectName,
});

interface ChallengerTableProps {
  readonly deployment: Deployment;
  readonly challengers: readonly Challenger[];
  readonly editable: boolean;
}

function ChallengerTable({ deployment, challengers, editable }: ChallengerTableProps) {
  const remove = useChange((challengerId: string) => challengerCalls.remove(deployment.id, challengerId), {
    refresh: [deploymentKey(deployment.id)],
  });
  const { model, modelPackage } = deployment;
  const champion = {
    id: '',
    name: 'Champion',
    model: model.type,
    version: modelPackage.name,
    project: model.projectName,
  };
  return (
    <>
      <ProblemNote problem={remove.error} title="It was not removed" />
      <DataTable
        label="Challengers"
        rows={[champion, ...challengers.map(asRow)]}
        idOf={({ id }) => id}
        columns={[
          { name: 'Name', fw: 500, cell: ({ id, name }) => (id === '' ? <strong>{name}</strong> : name) },
          { name: 'Model', cell: ({ model }) => model },
          { name: 'Version', cell: ({ version }) => version },
          { name: 'Project', cell: ({ project }) => project },
          {
            name: '',
            cell: ({ id, name }) =>
              editable && id !== '' && <RowButton label="Remove" of={name} onClick={() => remove.mutate(id)} />,
          },
        ]}
      />
    </>
  );
}

function ReplaySchedule({ deploymentId, editable }: { deploymentId: string; editable: boolean }) {
  const [chosen, setChosen] = useState<Schedule | null>(scheduleOf(USUAL));
  const save = useChange((request: ReplaySettings) => challengerCalls.changeReplay(deploymentId, request), {
    refresh: [deploymentKey(deploymentId)],
  });
  return (
    <Panel title="Replay by a schedule" intro="Challengers answer what was asked since the last time.">
      <Reply to={challengerCalls.replaySettings(deploymentId)} what="the schedule">
        {({ enabled, schedule }) => (
          <>
            <Text size="sm" mb="sm">
              {enabled && schedule ? `On: ${scheduleText(schedule)}.` : 'Off: only when somebody asks for it.'}
            </Text>
            {editable && (
              <Group gap="sm" align="flex-end">
                <ScheduleFields label="When" value={chosen} onChange={setChosen} />
                <Button
                  loading={save.isPending}
                  onClick={() => chosen && save.mutate({ enabled: true, schedule: chosen })}
                >
                  {enabled ? 'Change' : 'Switch on'}
                </Button>
                {enabled && (
                  <Button variant="default" onClick={() => save.mutate({ enabled: false })}>
                    Switch off
                  </Button>
                )}
              </Group>
            )}
            <ProblemNote problem={save.error} title="Nothing was changed" />
          </>
        )}
      </Reply>
    </Panel>
  );
}

function AddChallenger({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const { modelPackage, predictionEnvironment } = deployment;
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const versions = useCall(deploymentCalls.versions(modelPackage.id));
  const others = versions.data?.data.filter(({ id }) => id !== modelPackage.id) ?? [];
  return (
    <FormDialog
      title="Add a challenger"
      onClose={onClose}
      submit="Add it"
      call={() =>
        chosen === null
          ? undefined
          : challengerCalls.add(deployment.id, {
              name: name || (others.find(({ id }) => id === chosen)?.name ?? 'Challenger'),
              modelPackageId: chosen,
              predictionEnvironmentId: predictionEnvironment.id,
            })
      }
      refresh={[deploymentKey(deployment.id)]}
      refused="It was not added"
    >
      <ProblemNote problem={versions.error} title="The versions could not be read" />
      <Select
        label="Version"
        description="Those that predict the same target"
        placeholder={others.length === 0 ? 'No other version fits: register another model first' : 'Choose one'}
        data={others.map(({ id, name: label }) => ({ value: id, label }))}
        value={chosen}
        onChange={setChosen}
        searchable
        required
      />
      <NameInput
        description="Optional: the name of the version otherwise"
        value={name}
        onChange={setName}
        optional
        focus={false}
      />
    </FormDialog>
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What the champion and its challengers said to the same requests, and how right they were. */
export function CompareModels({
  deployment,
  challengers,
}: {
  deployment: Deployment;
  challengers: readonly Challenger[];
}) {
  const { id, model } = deployment;
  const asked = useMemo(() => selectionOf({ days: 30 }, new Date()), []);
  const models = useMemo<readonly Named[]>(
    () => [{ id: model.id, name: 'Champion' }, ...challengers.map((one) => ({ id: one.model.id, name: one.name }))],
    [model.id, challengers],
  );
  const ids = models.map((one) => one.id);
  return (
    <Panel
      title="Champion and challengers"
      intro="Mean prediction, or mean probability of the first class, of the last 30 days, by when requests were made."
    >
      <Reply to={monitoringCalls.predictionsOfModels(id, asked, ids)} what="what they answered">
        {(over) => <Lines models={models} over={over} />}
      </Reply>
      <AccuracyOfModels deploymentId={id} asked={asked} models={models} targetType={model.targetType} />
    </Panel>
  );
}

function Lines({ models, over }: { models: readonly Named[]; over: PredictionsOverTime }) {
  const places = useMemo(() => [...new Set(over.buckets.map(({ period }) => bucketText(period)))], [over]);
  const lines = useMemo(
    () =>
      models.map(({ id, name }) => ({
        name,
        values: places.map((place) => {
          const found = over.buckets.find((one) => one.modelId === id && bucketText(one.period) === place);
          return found?.meanPredictedValue ?? found?.meanProbabilities[0]?.value ?? null;
        }),
      })),
    [models, over, places],
  );
  return <BucketChart label="Mean predictions of champion and challengers" places={places} lines={lines} />;
}

interface AccuracyOfModelsProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly models: readonly Named[];
  readonly targetType: string;
}

function AccuracyOfModels({ deploymentId, asked, models, targetType }: AccuracyOfModelsProps) {
  const metric = targetType === 'Regression' ? 'RMSE' : 'LogLoss';
  const ids = models.map(({ id }) => id);
  const accuracy = useCall(accuracyCalls.ofModels(deploymentId, asked, ids, metric));
  const known = accuracy.data?.data.filter(({ value }) => value !== null) ?? [];
  if (known.length === 0) return null;
  return (
    <DataTable
      label={`${metric} of champion and challengers`}
      minWidth={320}
      rows={known}
      idOf={({ modelId }) => modelId}
      columns={[
        { name: 'Model', cell: ({ modelId }) => models.find(({ id }) => id === modelId)?.name ?? modelId },
        { name: metric, numeric: true, cell: ({ value }) => figure(value) },
        { name: 'Rows', numeric: true, cell: ({ sampleSize }) => whole(sampleSize) },
      ]}
    />
  );
}
