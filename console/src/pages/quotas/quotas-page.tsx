import { Badge, Paper } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../api/call-query.ts';
import { type Quota, quotaCalls, quotasKey, type Resource } from '../../api/quotas.ts';
import { workloadCalls } from '../../api/workloads.ts';
import { HeadButton, RowLink, resourceText, useResourceNames } from '../../parts/actions.tsx';
import { type BigColumn, BigTable } from '../../parts/big-table.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { ChoiceField, OptionField } from '../../parts/fields.tsx';
import { whole } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { EmptyState, Reply } from '../../parts/panel.tsx';
import { DeploymentPicker } from '../../parts/pickers.tsx';
import { Small } from '../../parts/text.tsx';
import { ruleText } from './editor/rule-text.ts';

/** All quotas of deployments, workloads and the gateway to language models. */
export function QuotasPage() {
  return (
    <Page
      title="Quotas"
      intro="What each deployment and workload, and the gateway to language models, gives to whom."
      calls={[quotaCalls.list()]}
      actions={<NewQuota />}
    >
      <Paper withBorder>
        <Reply to={quotaCalls.list()} what="the quotas">
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon="gauge" title="Nothing is limited">
                Choose a deployment, a workload or the gateway to language models with “Set limits”. A quota begins in
                shadow mode: it counts and refuses nobody.
              </EmptyState>
            ) : (
              <QuotaTable quotas={data} />
            )
          }
        </Reply>
      </Paper>
    </Page>
  );
}

function QuotaTable({ quotas }: { quotas: readonly Quota[] }) {
  const nameOf = useResourceNames(quotas);
  const named = (quota: Quota): string => resourceText(quota, nameOf(quota));
  const of: BigColumn<Quota> = {
    name: 'Of',
    by: named,
    cell: (quota) => (
      <>
        <RowLink to="/quotas/$quotaId" params={{ quotaId: quota.id }} text={named(quota)} />
        {nameOf(quota) !== undefined && (
          <Small span ml={8}>
            {quota.resourceType}
          </Small>
        )}
      </>
    ),
  };
  return <BigTable label="Quotas" rows={quotas} columns={[of, ...columns]} idOf={({ id }) => id} height={560} />;
}

const columns: readonly BigColumn<Quota>[] = [
  { name: 'Limits for everybody', cell: ({ defaultRules }) => defaultRules.map(ruleText).join(', ') || 'none' },
  {
    name: 'Consumers',
    numeric: true,
    by: ({ policies }) => policies.length,
    cell: ({ policies }) => whole(policies.length),
  },
  {
    name: 'Capacity a minute',
    numeric: true,
    by: ({ capacity }) => capacity?.capacity ?? 0,
    cell: ({ capacity }) => (capacity ? `${whole(capacity.capacity)} ${capacity.units}` : '–'),
  },
  {
    name: 'Mode',
    cell: ({ shadow }) => (
      <Badge color={shadow ? 'gray' : 'almanac'} miw="max-content">
        {shadow ? 'shadow' : 'in force'}
      </Badge>
    ),
  },
];

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
