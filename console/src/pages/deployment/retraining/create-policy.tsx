import { retrainingCalls, type Schedule } from '../../../api/deployment-settings.ts';
import { deploymentKey } from '../../../api/deployments.ts';
import { FormDialog } from '../../../parts/dialogs.tsx';
import { ChoiceField, NameInput, useFields } from '../../../parts/fields.tsx';
import { ScheduleFields } from '../../../parts/schedule/schedule-fields.tsx';
import { scheduleOf, USUAL } from '../../../parts/schedule/schedule-text.ts';
import { actions, strategies, triggers } from './retraining-text.ts';

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
