import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../../api/call-query.ts';
import { type RetrainingPolicy, retrainingCalls, type Schedule } from '../../../api/deployment-settings.ts';
import { type Deployment, deploymentKey } from '../../../api/deployments.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import { useMay } from '../../../api/own-access.ts';
import { RowLink, RowMenu } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { FormDialog, SubmitForm } from '../../../parts/dialogs.tsx';
import { ChoiceField, NameInput, useFields } from '../../../parts/fields.tsx';
import { EmptyState, Panel, ProblemNote, Reply } from '../../../parts/panel.tsx';
import { DatasetPicker } from '../../../parts/pickers.tsx';
import { ScheduleFields } from '../../../parts/schedule/schedule-fields.tsx';
import { scheduleOf, USUAL } from '../../../parts/schedule/schedule-text.ts';
import { Small, Strong, Timestamp } from '../../../parts/text.tsx';
import { JobProgress } from '../../../parts/upload.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { actions, actionText, strategies, triggers, triggerText } from './retraining-text.ts';

export function RetrainingPage() {
  return (
    <DeploymentFrame part="Retraining" calls={(id) => [retrainingCalls.list(id), retrainingCalls.settings(id)]}>
      {(deployment) => <Retraining deployment={deployment} />}
    </DeploymentFrame>
  );
}

function Retraining({ deployment }: { deployment: Deployment }) {
  const { id } = deployment;
  const [creating, setCreating] = useState(false);
  const editable = useMay({ object: 'deployment', id: deployment.id, need: 'write' });
  const create = editable && <Button onClick={() => setCreating(true)}>Create a policy</Button>;
  return (
    <Stack gap="lg">
      <Reply to={retrainingCalls.list(id)} what="the policies">
        {({ data }) => (
          <Paper withBorder>
            {data.length === 0 ? (
              <EmptyState icon="stack" title="No retraining policies" action={create}>
                A policy retrains by a schedule or when a health status changes, and decides what becomes of the new
                model.
              </EmptyState>
            ) : (
              <>
                <Group justify="flex-end" p="md" pb={0}>
                  {create}
                </Group>
                <PolicyTable deploymentId={id} policies={data} editable={editable} />
              </>
            )}
          </Paper>
        )}
      </Reply>
      <RetrainingData deploymentId={id} editable={editable} />
      {creating && <CreatePolicy deploymentId={id} onClose={() => setCreating(false)} />}
    </Stack>
  );
}

interface PolicyTableProps {
  readonly deploymentId: string;
  readonly policies: readonly RetrainingPolicy[];
  readonly editable: boolean;
}

function PolicyTable({ deploymentId, policies, editable }: PolicyTableProps) {
  const refresh = [deploymentKey(deploymentId)];
  const run = useMutation({ mutationFn: (policyId: string) => begin(retrainingCalls.run(deploymentId, policyId)) });
  const following = useFollow(run.data?.follow, { refresh });
  const remove = useChange((policyId: string) => retrainingCalls.remove(deploymentId, policyId), { refresh });
  return (
    <Stack gap="sm" pb="md">
      <DataTable
        label="Retraining policies"
        rows={policies}
        idOf={(policy) => policy.id}
        columns={[
          {
            name: 'Policy',
            cell: (policy) => (
              <>
                <Strong>{policy.name}</Strong>
                <Small>{policy.description}</Small>
              </>
            ),
          },
          { name: 'Runs', cell: (policy) => triggerText(policy.trigger) },
          { name: 'The new model', cell: (policy) => actionText(policy.action) },
          { name: 'Last run', cell: (policy) => <LastRun of={policy} /> },
          {
            name: '',
            cell: (policy) =>
              editable && (
                <RowMenu
                  of={policy.name}
                  actions={[
                    { label: 'Run now', onChoose: () => run.mutate(policy.id) },
                    { label: 'Delete', onChoose: () => remove.mutate(policy.id), dangerous: true },
                  ]}
                />
              ),
          },
        ]}
      />
      <Stack px="md">
        <ProblemNote problem={run.error} title="It does not run" />
        <ProblemNote problem={remove.error} title="It was not deleted" />
        <JobProgress of={following} what="Retraining" />
      </Stack>
    </Stack>
  );
}

function LastRun({ of: { latestRun } }: { of: RetrainingPolicy }) {
  if (latestRun === null) return 'never';
  return (
    <>
      <Text size="sm">{latestRun.status.toLowerCase()}</Text>
      <Timestamp iso={latestRun.finishTime ?? latestRun.startTime} none="not begun" />
      {latestRun.errorMessage && <Small>{latestRun.errorMessage}</Small>}
    </>
  );
}

/** Which dataset policies learn from: its newest version each time. */
function RetrainingData({ deploymentId, editable }: { deploymentId: string; editable: boolean }) {
  const [datasetId, setDatasetId] = useState('');
  const save = useChange((id: string) => retrainingCalls.changeSettings(deploymentId, id), {
    refresh: [deploymentKey(deploymentId)],
    onDone: () => setDatasetId(''),
  });
  return (
    <Panel title="Data to learn from" intro="Policies take the newest version of this dataset each time.">
      <Reply to={retrainingCalls.settings(deploymentId)} what="the retraining settings">
        {({ dataset, retrainingUser }) => (
          <Text size="sm" mb="sm">
            {dataset ? (
              <>
                <RowLink to="/datasets/$datasetId" params={{ datasetId: dataset.id }} text={dataset.name} />
                {`, as ${retrainingUser?.username ?? 'its owner'}`}
              </>
            ) : (
              'None yet: choose a dataset before a policy runs.'
            )}
          </Text>
        )}
      </Reply>
      {editable && (
        <SubmitForm onSubmit={() => save.mutate(datasetId)}>
          <Group gap="sm" align="flex-end">
            <Box w={320} maw="100%">
              <DatasetPicker label="Dataset" value={datasetId} onChange={setDatasetId} />
            </Box>
            <Button type="submit" loading={save.isPending}>
              Use it
            </Button>
          </Group>
        </SubmitForm>
      )}
      <ProblemNote problem={save.error} title="Nothing was changed" />
    </Panel>
  );
}

type Trigger = (typeof triggers)[number]['value'];

interface Draft {
  readonly name: string;
  readonly trigger: Trigger;
  readonly schedule: Schedule | null;
  readonly action: (typeof actions)[number]['value'];
  readonly strategy: (typeof strategies)[number]['value'];
}

export function CreatePolicy({ deploymentId, onClose }: { deploymentId: string; onClose: () => void }) {
  const { values, field } = useFields<Draft>({
    name: '',
    trigger: 'none',
    schedule: scheduleOf({ ...USUAL, every: 'week' }),
    action: 'create_challenger',
    strategy: 'same_blueprint',
  });
  const { name, trigger, schedule, action, strategy } = values;
  const when = (type: Exclude<Trigger, 'none'>) =>
    type === 'schedule' && schedule ? { type, schedule } : { type, statusDeclinesToFailing: true };
  return (
    <FormDialog
      title="Create a retraining policy"
      onClose={onClose}
      submit="Create"
      call={() =>
        retrainingCalls.create(deploymentId, {
          name,
          action,
          modelSelectionStrategy: strategy,
          ...(trigger === 'none' ? {} : { trigger: when(trigger) }),
        })
      }
      refresh={[deploymentKey(deploymentId)]}
      refused="No policy was created"
    >
      <NameInput {...field('name')} />
      <ChoiceField label="Runs" data={triggers} {...field('trigger')} />
      {trigger === 'schedule' && <ScheduleFields label="When" {...field('schedule')} />}
      <ChoiceField label="Trains" data={strategies} {...field('strategy')} />
      <ChoiceField label="The new model" data={actions} {...field('action')} />
    </FormDialog>
  );
}
