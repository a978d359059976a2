import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useCall } from '../../api/call-query.ts';
import { quotaCalls, quotasKey, type Resource } from '../../api/quotas.ts';
import { workloadCalls } from '../../api/workloads.ts';
import { HeadButton } from '../../parts/actions.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { ChoiceField, OptionField } from '../../parts/fields.tsx';
import { DeploymentPicker } from '../../parts/pickers.tsx';

const kinds = [
  { value: 'deployment', label: 'A deployment' },
  { value: 'workload', label: 'A workload' },
  { value: 'gateway', label: 'The gateway to language models' },
];

/** Begins in shadow mode without a limit, so that nobody is refused before the editor was used. */
const FIRST = { defaultRules: [], policies: [], capacity: null, saturationThreshold: null, shadow: true } as const;

export const NewQuota = () => (
  <HeadButton label="Set limits" primary dialog={(close) => <NewQuotaDialog onClose={close} />} />
);

function NewQuotaDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState('deployment');
  const [id, setId] = useState('');
  const navigate = useNavigate();
  const wished: Resource =
    kind === 'gateway'
      ? { resourceType: 'workload', resourceId: 'llmGateway' }
      : { resourceType: kind === 'workload' ? 'workload' : 'deployment', resourceId: id };
  return (
    <FormDialog
      title="Limits of what?"
      onClose={onClose}
      submit="Continue"
      call={() => quotaCalls.create(wished, FIRST)}
      refresh={[quotasKey]}
      onDone={({ id: quotaId }) => void navigate({ to: '/quotas/$quotaId', params: { quotaId } })}
      refused="No quota was made"
    >
      <ChoiceField
        label="Kind"
        data={kinds}
        value={kind}
        onChange={(next) => {
          setKind(next);
          setId('');
        }}
      />
      {kind === 'deployment' && <DeploymentPicker value={id} onChange={setId} field="resourceId" focus />}
      {kind === 'workload' && <WorkloadPicker value={id} onChange={setId} />}
    </FormDialog>
  );
}

function WorkloadPicker({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const workloads = useCall(workloadCalls.list({ offset: 0, limit: 100 }));
  const none = workloads.data?.totalCount === 0;
  return (
    <OptionField
      label="Workload"
      placeholder={none ? 'None is registered yet' : 'Choose one'}
      data={workloads.data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      searchable
      required
      field="resourceId"
    />
  );
}
