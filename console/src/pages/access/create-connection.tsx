import { NumberInput, SegmentedControl, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type AclConnection, connectionCalls, connectionKeys } from '../../api/acl-connections.ts';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ConfigFields } from './config-fields.tsx';
import { type ConnectionForm, EMPTY, toConnection } from './connection-form.ts';
import { providerChoices } from './providers.ts';

interface CreateConnectionProps {
  readonly onClose: () => void;
  readonly onDone: (connection: AclConnection) => void;
}

export function CreateConnection({ onClose, onDone }: CreateConnectionProps) {
  const [form, setForm] = useState(EMPTY);
  const change = (part: Partial<ConnectionForm>) => setForm({ ...form, ...part });
  const create = useChange(connectionCalls.create, { refresh: [connectionKeys.all], onDone });
  const count = (next: string | number): number | '' => (typeof next === 'number' ? next : '');
  return (
    <FormDialog
      title="Create a connection"
      onClose={onClose}
      submit="Create connection"
      onSubmit={() => create.mutate(toConnection(form))}
      busy={create.isPending}
      problem={create.error}
      refused="The connection was not created"
    >
      <TextInput
        label="Name"
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        required
        data-autofocus
        error={fieldError(create.error, 'name')}
      />
      <SegmentedControl
        aria-label="Provider"
        fullWidth
        data={providerChoices}
        value={form.provider}
        onChange={(provider) => change({ provider: provider as 'A' | 'B' })}
      />
      <ConfigFields
        provider={form.provider}
        values={form.fields}
        onValue={(name, value) => change({ fields: { ...form.fields, [name]: value } })}
        problem={create.error}
      />
      <SimpleGrid cols={2}>
        <NumberInput
          label="Look every (seconds)"
          min={1}
          max={3600}
          value={form.pollSeconds}
          onChange={(next) => change({ pollSeconds: count(next) })}
          error={fieldError(create.error, 'pollSeconds')}
        />
        <NumberInput
          label="Believe it for (minutes)"
          min={1}
          max={10080}
          value={form.stalenessMinutes}
          onChange={(next) => change({ stalenessMinutes: count(next) })}
          error={fieldError(create.error, 'stalenessLimitSeconds')}
        />
      </SimpleGrid>
      <Switch
        label="Links for everybody in the organization count for every member of the tenant"
        checked={form.organizationLinks}
        onChange={(event) => change({ organizationLinks: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}
