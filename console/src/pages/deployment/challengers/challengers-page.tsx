import { Button, Group, Paper, Select, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery, useChange } from '../../../api/call-query.ts';
import {
  type Challenger,
  challengerCalls,
  type ReplaySettings,
  type Schedule,
  settingsCalls,
} from '../../../api/deployment-settings.ts';
import { type Deployment, deploymentCalls, deploymentKey } from '../../../api/deployments.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import { send } from '../../../api/send.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { FormDialog } from '../../../parts/dialogs.tsx';
import { JobProgress } from '../../../parts/job-progress.tsx';
import { NameInput } from '../../../parts/name-input.tsx';
import { Answer, EmptyState, Note, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { ScheduleFields } from '../../../parts/schedule/schedule-fields.tsx';
import { scheduleOf, scheduleText, USUAL } from '../../../parts/schedule/schedule-text.ts';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { may } from '../may.ts';
import { CompareModels } from './compare-models.tsx';

export function ChallengersPage() {
  return (
    <DeploymentFrame part="Challengers" calls={(id) => [challengerCalls.list(id)]}>
      {(deployment) => <Challengers deployment={deployment} />}
    </DeploymentFrame>
  );
}

function Challengers({ deployment }: { deployment: Deployment }) {
  const { id } = deployment;
  const challengers = useQuery(callQuery(challengerCalls.list(id)));
  const settings = useQuery(callQuery(settingsCalls.settings(id)));
  const [adding, setAdding] = useState(false);
  const replay = useMutation({ mutationFn: () => begin(challengerCalls.replay(id)) });
  const following = useFollow(replay.data?.follow, { refresh: [deploymentKey(id)] });
  const editable = may(deployment, 'CAN_ADD_CHALLENGERS');
  const add = editable && <Button onClick={() => setAdding(true)}>Add a challenger</Button>;
  return (
    <Stack gap="lg">
      {settings.data?.challengerModels.enabled === false && (
        <Note tone="careful" title="Requests are not kept">
          Switch challengers on under Settings: only requests made from then on can be replayed.
        </Note>
      )}
      <Answer of={challengers} what="the challengers">
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
                    <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate()}>
                      Replay requests now
                    </Button>
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
      </Answer>
      <ReplaySchedule deploymentId={id} editable={editable} />
      {adding && <AddChallenger deployment={deployment} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

interface ChallengerTableProps {
  readonly deployment: Deployment;
  readonly challengers: readonly Challenger[];
  readonly editable: boolean;
}

function ChallengerTable({ deployment, challengers, editable }: ChallengerTableProps) {
  const remove = useChange((challengerId: string) => challengerCalls.remove(deployment.id, challengerId), {
    refresh: [deploymentKey(deployment.id)],
  });
  return (
    <>
      <ProblemNote problem={remove.error} title="It was not removed" />
      <DataTable label="Challengers" columns={['Name', 'Model', 'Version', 'Project', '']}>
        <Table.Tr>
          <Table.Td fw={500}>
            <Text span size="sm" fw={600}>
              Champion
            </Text>
          </Table.Td>
          <Table.Td>{deployment.model.type}</Table.Td>
          <Table.Td>{deployment.modelPackage.name}</Table.Td>
          <Table.Td>{deployment.model.projectName}</Table.Td>
          <Table.Td />
        </Table.Tr>
        {challengers.map((challenger) => (
          <Table.Tr key={challenger.id}>
            <Table.Td fw={500}>{challenger.name}</Table.Td>
            <Table.Td>{challenger.model.name}</Table.Td>
            <Table.Td>{challenger.modelPackage.name}</Table.Td>
            <Table.Td>{challenger.model.projectName}</Table.Td>
            <Table.Td ta="right">
              {editable && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  className="danger"
                  aria-label={`Remove ${challenger.name}`}
                  onClick={() => remove.mutate(challenger.id)}
                >
                  Remove
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </>
  );
}

function ReplaySchedule({ deploymentId, editable }: { deploymentId: string; editable: boolean }) {
  const settings = useQuery(callQuery(challengerCalls.replaySettings(deploymentId)));
  const [chosen, setChosen] = useState<Schedule | null>(scheduleOf(USUAL));
  const save = useChange((request: ReplaySettings) => challengerCalls.changeReplay(deploymentId, request), {
    refresh: [deploymentKey(deploymentId)],
  });
  return (
    <Panel title="Replay by a schedule" intro="Challengers answer what was asked since the last time.">
      <Answer of={settings} what="the schedule">
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
      </Answer>
    </Panel>
  );
}

function AddChallenger({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const versions = useQuery(callQuery(deploymentCalls.versions(deployment.modelPackage.id)));
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () =>
      send(
        challengerCalls.add(deployment.id, {
          name: name || (versions.data?.data.find(({ id }) => id === chosen)?.name ?? 'Challenger'),
          modelPackageId: chosen ?? '',
          predictionEnvironmentId: deployment.predictionEnvironment.id,
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: deploymentKey(deployment.id) });
      onClose();
    },
  });
  const others = versions.data?.data.filter(({ id }) => id !== deployment.modelPackage.id) ?? [];
  return (
    <FormDialog
      title="Add a challenger"
      onClose={onClose}
      submit="Add it"
      onSubmit={() => chosen !== null && add.mutate()}
      busy={add.isPending}
      problem={add.error ?? versions.error}
      refused="It was not added"
    >
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
