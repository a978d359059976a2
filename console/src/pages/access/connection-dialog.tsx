import {
  NumberInput,
  PasswordInput,
  Radio,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { type AclConnection, connectionCalls, connectionKeys } from '../../api/access.ts';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/call-query.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { NameInput } from '../../parts/name-input.tsx';
import {
  type ConfigField,
  type ConnectionForm,
  configFields,
  EMPTY,
  formOf,
  toChange,
  toConnection,
} from './connection-form.ts';
import { providerChoices } from './connection-state.tsx';
import { organizationLinkChoices } from './organization-links.ts';

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

interface ConfigFieldsProps {
  readonly provider: 'A' | 'B';
  readonly values: Readonly<Record<string, string>>;
  readonly onValue: (name: string, value: string) => void;
  readonly problem: unknown;
  /** Of a connection that exists: its secret stays when it is left empty. */
  readonly editing: boolean;
}

function ConfigFields({ provider, values, onValue, problem, editing }: ConfigFieldsProps) {
  const fields = configFields[provider];
  const draw = (field: ConfigField) => (
    <Field
      key={field.name}
      field={field}
      editing={editing}
      value={values[field.name] ?? ''}
      onValue={(value) => onValue(field.name, value)}
      error={fieldError(problem, `config.${field.name}`)}
    />
  );
  return (
    <Stack>
      {fields.filter(({ address }) => !address).map(draw)}
      <details>
        <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
          Custom endpoint URLs
        </Text>
        <Stack mt="sm">{fields.filter(({ address }) => address).map(draw)}</Stack>
      </details>
    </Stack>
  );
}

interface FieldProps {
  readonly field: ConfigField;
  readonly editing: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: string | undefined;
}

function Field({ field, editing, value, onValue, error }: FieldProps) {
  const { label, description, secret, needed = false, identity = false } = field;
  const kept = editing && secret !== undefined;
  const told = kept ? 'Leave it empty to keep the one that is stored' : description;
  const common = {
    label,
    ...(told ? { description: told } : {}),
    value,
    required: needed && !kept,
    disabled: editing && identity,
    error,
    autoComplete: 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onValue(event.currentTarget.value),
  };
  if (secret === 'line') return <PasswordInput {...common} />;
  if (secret === 'text') return <Textarea {...common} autosize minRows={2} maxRows={6} spellCheck={false} />;
  return <TextInput {...common} />;
}
