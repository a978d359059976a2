import { PasswordInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { fieldError } from '../../api/api-problem.ts';
import { type ConfigField, configFields } from './connection-form.ts';

interface ConfigFieldsProps {
  readonly provider: 'A' | 'B';
  readonly values: Readonly<Record<string, string>>;
  readonly onValue: (name: string, value: string) => void;
  readonly problem: unknown;
}

export function ConfigFields({ provider, values, onValue, problem }: ConfigFieldsProps) {
  const fields = configFields[provider];
  const draw = (field: ConfigField) => (
    <Field
      key={field.name}
      field={field}
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
          Addresses, where they are not the usual ones
        </Text>
        <Stack mt="sm">{fields.filter(({ address }) => address).map(draw)}</Stack>
      </details>
    </Stack>
  );
}

interface FieldProps {
  readonly field: ConfigField;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: string | undefined;
}

function Field({ field: { label, description, secret, needed = false }, value, onValue, error }: FieldProps) {
  const common = {
    label,
    ...(description ? { description } : {}),
    value,
    required: needed,
    error,
    autoComplete: 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onValue(event.currentTarget.value),
  };
  if (secret === 'line') return <PasswordInput {...common} />;
  if (secret === 'text') return <Textarea {...common} autosize minRows={2} maxRows={6} spellCheck={false} />;
  return <TextInput {...common} />;
}
