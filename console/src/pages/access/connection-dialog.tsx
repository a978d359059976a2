import { NumberInput, Radio, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { type AclConnection, connectionCalls, connectionKeys } from '../../api/access.ts';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameInput } from '../../parts/name-input.tsx';
import { ConfigFields } from './config-fields.tsx';
import { type ConnectionForm, EMPTY, formOf, toChange, toConnection } from './connection-form.ts';
import { organizationLinkChoices } from './organization-links.ts';
import { providerChoices } from './providers.ts';

interface ConnectionDialogProps {
  /** The one to change; without it a new one is made. */
  readonly connection?: AclConnection;
  readonly onClose: () => void;
  readonly onDone: (connection: AclConnection) => void;
}

export function ConnectionDialog({ connection, onClose, onDone }: ConnectionDialogProps) {
  const [was] = useState(connection ? formOf(connection) : EMPTY);
  const [form, setForm] = useState(was);
  const change = (part: Partial<ConnectionForm>) => setForm({ ...form, ...part });
  const save = useChange(
    (wished: ConnectionForm) =>
      connection
        ? connectionCalls.change(connection.id, toChange(wished, was))
        : connectionCalls.create(toConnection(wished)),
    { refresh: [connectionKeys.all], onDone },
  );
  const count = (next: string | number): number | '' => (typeof next === 'number' ? next : '');
  return (
    <FormDialog
      title={connection ? `Edit ${connection.name}` : 'Create a connection'}
      onClose={onClose}
      submit={connection ? 'Save' : 'Create connection'}
      onSubmit={() => save.mutate(form)}
      busy={save.isPending}
      problem={save.error}
      refused={connection ? 'Nothing was changed' : 'The connection was not created'}
    >
      <NameInput value={form.name} onChange={(name) => change({ name })} problem={save.error} />
      {!connection && (
        <SegmentedControl
          aria-label="Provider"
          fullWidth
          data={providerChoices}
          value={form.provider}
          onChange={(provider) => change({ provider: provider as 'A' | 'B' })}
        />
      )}
      <ConfigFields
        provider={form.provider}
        values={form.fields}
        onValue={(name, value) => change({ fields: { ...form.fields, [name]: value } })}
        problem={save.error}
        editing={connection !== undefined}
      />
      <SimpleGrid cols={2}>
        <NumberInput
          label="Poll interval (seconds)"
          min={1}
          max={3600}
          value={form.pollSeconds}
          onChange={(next) => change({ pollSeconds: count(next) })}
          error={fieldError(save.error, 'pollSeconds')}
        />
        <NumberInput
          label="Treat as fresh for (minutes)"
          min={1}
          max={10080}
          value={form.stalenessMinutes}
          onChange={(next) => change({ stalenessMinutes: count(next) })}
          error={fieldError(save.error, 'stalenessLimitSeconds')}
        />
      </SimpleGrid>
      <Radio.Group
        label="Links for everybody in the organization"
        value={form.organizationLinks ? 'tenant' : 'deny'}
        onChange={(choice) => change({ organizationLinks: choice === 'tenant' })}
        error={fieldError(save.error, 'config.organizationLinks')}
      >
        <Stack gap="xs" mt="xs">
          {organizationLinkChoices.map(({ value, label, description }) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
