import { Select } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../../api/call-query.ts';
import { type NewPolicy, retrainingCalls, type Schedule } from '../../../api/deployment-settings.ts';
import { deploymentKey } from '../../../api/deployments.ts';
import { FormDialog } from '../../../parts/dialogs.tsx';
import { NameInput } from '../../../parts/name-input.tsx';
import { ScheduleFields } from '../../../parts/schedule/schedule-fields.tsx';
import { scheduleOf, USUAL } from '../../../parts/schedule/schedule-text.ts';
import { actions, strategies, triggers } from './retraining-text.ts';

type Action = (typeof actions)[number]['value'];
type Strategy = (typeof strategies)[number]['value'];
type Trigger = (typeof triggers)[number]['value'];

export function CreatePolicy({ deploymentId, onClose }: { deploymentId: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const [trigger, setTrigger] = useState<Trigger>('none');
  const [schedule, setSchedule] = useState<Schedule | null>(scheduleOf({ ...USUAL, every: 'week' }));
  const [action, setAction] = useState<Action>('create_challenger');
  const [strategy, setStrategy] = useState<Strategy>('same_blueprint');
  const create = useChange((policy: NewPolicy) => retrainingCalls.create(deploymentId, policy), {
    refresh: [deploymentKey(deploymentId)],
    onDone: onClose,
  });
  const when = (type: Exclude<Trigger, 'none'>) =>
    type === 'schedule' && schedule ? { type, schedule } : { type, statusDeclinesToFailing: true };
  return (
    <FormDialog
      title="Create a retraining policy"
      onClose={onClose}
      submit="Create"
      onSubmit={() =>
        create.mutate({
          name,
          action,
          modelSelectionStrategy: strategy,
          ...(trigger === 'none' ? {} : { trigger: when(trigger) }),
        })
      }
      busy={create.isPending}
      problem={create.error}
      refused="No policy was created"
    >
      <NameInput value={name} onChange={setName} problem={create.error} />
      <Select
        label="Runs"
        data={[...triggers]}
        value={trigger}
        onChange={(value) => setTrigger(value ?? 'none')}
        allowDeselect={false}
      />
      {trigger === 'schedule' && <ScheduleFields label="When" value={schedule} onChange={setSchedule} />}
      <Select
        label="Trains"
        data={[...strategies]}
        value={strategy}
        onChange={(value) => setStrategy(value ?? 'same_blueprint')}
        allowDeselect={false}
      />
      <Select
        label="The new model"
        data={[...actions]}
        value={action}
        onChange={(value) => setAction(value ?? 'create_challenger')}
        allowDeselect={false}
      />
    </FormDialog>
  );
}
