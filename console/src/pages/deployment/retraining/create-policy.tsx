import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../../api/api-problem.ts';
import { type NewPolicy, retrainingCalls, retrainingKey } from '../../../api/retraining.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { schedules } from '../schedule.ts';
import { actions, strategies, triggers } from './retraining-text.ts';

export function CreatePolicy({ deploymentId, onClose }: { deploymentId: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const [trigger, setTrigger] = useState<string>('none');
  const [schedule, setSchedule] = useState<string>('weekly');
  const [action, setAction] = useState<string>('create_challenger');
  const [strategy, setStrategy] = useState<string>('same_blueprint');
  const create = useChange((policy: NewPolicy) => retrainingCalls.create(deploymentId, policy), {
    refresh: [retrainingKey(deploymentId)],
    onDone: onClose,
  });
  const chosen = schedules.find(({ value }) => value === schedule)?.schedule;
  const when =
    trigger === 'schedule' && chosen
      ? { type: trigger, schedule: chosen }
      : { type: trigger, statusDeclinesToFailing: true };
  return (
    <FormDialog
      title="Create a retraining policy"
      onClose={onClose}
      submit="Create it"
      onSubmit={() =>
        create.mutate({
          name,
          action,
          modelSelectionStrategy: strategy,
          ...(trigger === 'none' ? {} : { trigger: when }),
        })
      }
      busy={create.isPending}
      problem={create.error}
      refused="No policy was created"
    >
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        data-autofocus
        error={fieldError(create.error, 'name')}
      />
      <Select
        label="Runs"
        data={[...triggers]}
        value={trigger}
        onChange={(value) => setTrigger(value ?? 'none')}
        allowDeselect={false}
      />
      {trigger === 'schedule' && (
        <Select
          label="When"
          data={schedules.map(({ value, label }) => ({ value, label }))}
          value={schedule}
          onChange={(value) => setSchedule(value ?? 'weekly')}
          allowDeselect={false}
        />
      )}
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
