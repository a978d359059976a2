import { Button, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { type Challenger, challengerCalls, settingsCalls } from '../../../api/deployment-settings.ts';
import { type Deployment, deploymentKey } from '../../../api/deployments.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import { useChange } from '../../../api/use-change.ts';
import { Answer } from '../../../parts/answer.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { JobProgress } from '../../../parts/job-progress.tsx';
import { Note } from '../../../parts/note.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { may } from '../may.ts';
import { AddChallenger } from './add-challenger.tsx';
import { CompareModels } from './compare-models.tsx';
import { ReplaySchedule } from './replay-schedule.tsx';

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
