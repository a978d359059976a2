import { Button, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { callQuery, useChange } from '../../api/call-query.ts';
import { quotaCalls, quotasKey, type Resource } from '../../api/quotas.ts';
import { workloadCalls } from '../../api/workloads.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { DeploymentPicker } from '../../parts/pickers.tsx';

const kinds = [
  { value: 'deployment', label: 'A deployment' },
  { value: 'workload', label: 'A workload' },
  { value: 'gateway', label: 'The gateway to language models' },
];

/** Begins in shadow mode without a limit, so that nobody is refused before the editor was used. */
const FIRST = { defaultRules: [], policies: [], capacity: null, saturationThreshold: null, shadow: true } as const;

export function NewQuota() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" onClick={open}>
        Set limits
      </Button>
      {opened && <NewQuotaDialog onClose={close} />}
    </>
  );
}

function NewQuotaDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState('deployment');
  const [id, setId] = useState('');
  const navigate = useNavigate();
  const create = useChange((resource: Resource) => quotaCalls.create(resource, FIRST), {
    refresh: [quotasKey],
    onDone: ({ id: quotaId }) => void navigate({ to: '/quotas/$quotaId', params: { quotaId } }),
  });
  const wished: Resource =
    kind === 'gateway'
      ? { resourceType: 'workload', resourceId: 'llmGateway' }
      : { resourceType: kind === 'workload' ? 'workload' : 'deployment', resourceId: id };
  const error = fieldError(create.error, 'resourceId');
  return (
    <FormDialog
      title="Limits of what?"
      onClose={onClose}
      submit="Continue"
      onSubmit={() => create.mutate(wished)}
      busy={create.isPending}
      problem={create.error}
      refused="No quota was made"
    >
      <Select
        label="Kind"
        data={kinds}
        value={kind}
        onChange={(next) => {
          setKind(next ?? 'deployment');
          setId('');
        }}
        allowDeselect={false}
      />
      {kind === 'deployment' && <DeploymentPicker value={id} onChange={setId} error={error} focus />}
      {kind === 'workload' && <WorkloadPicker value={id} onChange={setId} error={error} />}
    </FormDialog>
  );
}

interface WorkloadPickerProps {
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error: string | undefined;
}

function WorkloadPicker({ value, onChange, error }: WorkloadPickerProps) {
  const workloads = useQuery(callQuery(workloadCalls.list({ offset: 0, limit: 100 })));
  const none = workloads.data?.totalCount === 0;
  return (
    <Select
      label="Workload"
      placeholder={none ? 'None is registered yet' : 'Choose one'}
      data={workloads.data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      searchable
      required
      error={error}
    />
  );
}
