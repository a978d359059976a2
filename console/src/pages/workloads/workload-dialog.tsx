import { useState } from 'react';
import {
  type Workload,
  type WorkloadImportance,
  type WorkloadText,
  workloadCalls,
  workloadsKey,
} from '../../api/workloads.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { ChoiceField, LongTextField, NameInput, TextField } from '../../parts/fields.tsx';

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
  return (
    <FormDialog
      title={was ? `Edit ${was.name}` : 'Register a service'}
      onClose={onClose}
      submit={was ? 'Save' : 'Register it'}
      call={() => (was ? workloadCalls.change(was.id, workload) : workloadCalls.register(workload))}
      refresh={[workloadsKey]}
      refused={was ? 'Nothing was changed' : 'It was not registered'}
    >
      <NameInput value={workload.name} onChange={(name) => set({ name })} />
      <TextField
        label="Address"
        description={
          was
            ? 'Where it runs. Headers that were set for the old address do not go on to another'
            : 'Where it runs, as this installation reaches it'
        }
        placeholder="http://10.0.0.5:8000"
        value={workload.address}
        onChange={(text) => set({ address: text })}
        required
        field="address"
      />
      <ChoiceField
        label="Importance"
        data={importances}
        value={workload.importance}
        onChange={(importance) => set({ importance: importance })}
      />
      <LongTextField
        label="Description"
        description="Optional"
        value={workload.description}
        onChange={(text) => set({ description: text })}
      />
    </FormDialog>
  );
}
