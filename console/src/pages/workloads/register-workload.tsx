import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/use-change.ts';
import { type NewWorkload, workloadCalls, workloadsKey } from '../../api/workloads.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

export function RegisterWorkload({ onClose }: { onClose: () => void }) {
  const [workload, setWorkload] = useState<NewWorkload>({ name: '', description: '', address: '' });
  const set = (change: Partial<NewWorkload>) => setWorkload((before) => ({ ...before, ...change }));
  const register = useChange(workloadCalls.register, { refresh: [workloadsKey], onDone: onClose });
  return (
    <FormDialog
      title="Register a service"
      onClose={onClose}
      submit="Register it"
      onSubmit={() => register.mutate(workload)}
      busy={register.isPending}
      problem={register.error}
      refused="It was not registered"
    >
      <TextInput
        label="Name"
        value={workload.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        required
        data-autofocus
        error={fieldError(register.error, 'name')}
      />
      <TextInput
        label="Address"
        description="Where it runs, as this installation reaches it"
        placeholder="http://10.0.0.5:8000"
        value={workload.address}
        onChange={(event) => set({ address: event.currentTarget.value })}
        required
        error={fieldError(register.error, 'address')}
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
