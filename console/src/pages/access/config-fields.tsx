import { PasswordInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { fieldError } from '../../api/api-problem.ts';
import { type ConfigField, configFields } from './connection-form.ts';

interface ConfigFieldsProps {
  readonly provider: 'A' | 'B';
  readonly values: Readonly<Record<string, string>>;
  readonly onValue: (name: string, value: string) => void;
  readonly problem: unknown;
  /** Of a connection that exists: its secret stays when it is left empty. */
  readonly editing: boolean;
}

export function ConfigFields({ provider, values, onValue, problem, editing }: ConfigFieldsProps) {
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
