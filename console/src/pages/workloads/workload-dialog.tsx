import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/call-query.ts';
import {
  type Workload,
  type WorkloadImportance,
  type WorkloadText,
  workloadCalls,
  workloadsKey,
} from '../../api/workloads.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { NameInput } from '../../parts/name-input.tsx';

const importances: readonly WorkloadImportance[] = ['low', 'moderate', 'high', 'critical'];

interface WorkloadDialogProps {
  /** The one to change; without it a service is registered. */
  readonly workload?: Workload;
  readonly onClose: () => void;
}

export function WorkloadDialog({ workload: was, onClose }: WorkloadDialogProps) {
  const [workload, setWorkload] = useState<WorkloadText>({
    name: was?.name ?? '',
    description: was?.description ?? '',
    address: was?.address ?? '',
    importance: was?.importance ?? 'low',
  });
  const set = (change: Partial<WorkloadText>) => setWorkload((before) => ({ ...before, ...change }));
  const save = useChange(
    (text: WorkloadText) => (was ? workloadCalls.change(was.id, text) : workloadCalls.register(text)),
    { refresh: [workloadsKey], onDone: onClose },
  );
  return (
    <FormDialog
      title={was ? `Edit ${was.name}` : 'Register a service'}
      onClose={onClose}
      submit={was ? 'Save' : 'Register it'}
      onSubmit={() => save.mutate(workload)}
      busy={save.isPending}
      problem={save.error}
      refused={was ? 'Nothing was changed' : 'It was not registered'}
    >
      <NameInput value={workload.name} onChange={(name) => set({ name })} problem={save.error} />
      <TextInput
        label="Address"
        description={
          was
            ? 'Where it runs. Headers that were set for the old address do not go on to another'
            : 'Where it runs, as this installation reaches it'
        }
        placeholder="http://10.0.0.5:8000"
        value={workload.address}
        onChange={(event) => set({ address: event.currentTarget.value })}
        required
        error={fieldError(save.error, 'address')}
      />
      <Select
        label="Importance"
        data={[...importances]}
        value={workload.importance}
        allowDeselect={false}
        onChange={(importance) => set({ importance: importance as WorkloadImportance })}
      />
      <Textarea
        label="Description"
        description="Optional"
        value={workload.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}
