import { Radio, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type AclConnection, connectionCalls, connectionKeys } from '../../api/access.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import {
  LongTextField,
  NameInput,
  NumberField,
  PasswordField,
  TextField,
  useFieldError,
  useFields,
} from '../../parts/fields.tsx';
import { type ConfigField, configFields, EMPTY, formOf, toChange, toConnection } from './connection-form.ts';
import { providerChoices } from './connection-state.tsx';
import { organizationLinkChoices } from './organization-links.ts';

interface ConnectionDialogProps {
  /** The one to change; without it a new one is made. */
  readonly connection?: AclConnection;
  readonly onClose: () => void;
  readonly onDone: (connection: AclConnection) => void;
}

export function ConnectionDialog({ connection, ...sending }: ConnectionDialogProps) {
  const [was] = useState(connection ? formOf(connection) : EMPTY);
  const { values, set, field } = useFields(was);
  const { provider, fields } = values;
  return (
    <FormDialog
      title={connection ? `Edit ${connection.name}` : 'Create a connection'}
      submit={connection ? 'Save' : 'Create connection'}
      call={() =>
        connection
          ? connectionCalls.change(connection.id, toChange(values, was))
          : connectionCalls.create(toConnection(values))
      }
      refresh={[connectionKeys.all]}
      refused={connection ? 'Nothing was changed' : 'The connection was not created'}
      {...sending}
    >
      <NameInput {...field('name')} />
      {!connection && (
        <SegmentedControl
          aria-label="Provider"
          fullWidth
          data={providerChoices}
          value={provider}
          onChange={(chosen) => set({ provider: chosen as 'A' | 'B' })}
        />
      )}
      <ConfigFields
        provider={provider}
        values={fields}
        onValue={(name, value) => set({ fields: { ...fields, [name]: value } })}
        editing={connection !== undefined}
      />
      <SimpleGrid cols={2}>
        <NumberField label="Poll interval (seconds)" min={1} max={3600} {...field('pollSeconds')} />
        <NumberField
          label="Treat as fresh for (minutes)"
          min={1}
          max={10080}
          {...field('stalenessMinutes')}
          field="stalenessLimitSeconds"
        />
      </SimpleGrid>
      <LinkChoice isTenant={values.organizationLinks} onChange={(organizationLinks) => set({ organizationLinks })} />
    </FormDialog>
  );
}

function LinkChoice({ isTenant, onChange }: { isTenant: boolean; onChange: (isTenant: boolean) => void }) {
  return (
    <Radio.Group
      label="Links for everybody in the organization"
      value={isTenant ? 'tenant' : 'deny'}
      onChange={(choice) => onChange(choice === 'tenant')}
      error={useFieldError('config.organizationLinks')}
    >
      <Stack gap="xs" mt="xs">
        {organizationLinkChoices.map(({ value, label, description }) => (
          <Radio key={value} value={value} label={label} description={description} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface ConfigFieldsProps {
  readonly provider: 'A' | 'B';
  readonly values: Readonly<Record<string, string>>;
  readonly onValue: (name: string, value: string) => void;
  /** Of a connection that exists: its secret stays when it is left empty. */
  readonly editing: boolean;
}

function ConfigFields({ provider, values, onValue, editing }: ConfigFieldsProps) {
  const fields = configFields[provider];
  const draw = (field: ConfigField) => (
    <Field
      key={field.name}
      field={field}
      editing={editing}
      value={values[field.name] ?? ''}
      onChange={(value) => onValue(field.name, value)}
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
  readonly onChange: (value: string) => void;
}

function Field({ field, editing, ...change }: FieldProps) {
  const { name, label, description, secret, needed = false, identity = false } = field;
  const kept = editing && secret !== undefined;
  const common = {
    label,
    description: kept ? 'Leave it empty to keep the one that is stored' : description,
    required: needed && !kept,
    disabled: editing && identity,
    field: `config.${name}`,
    autoComplete: 'off',
    ...change,
  };
  if (secret === 'line') return <PasswordField {...common} />;
  if (secret === 'text') return <LongTextField {...common} maxRows={6} spellCheck={false} />;
  return <TextField {...common} />;
}
