import { Autocomplete, Button, Group, SimpleGrid } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useCall } from '../../../api/call-query.ts';
import { type Deployment, deploymentCalls, type Feature, type InputRow } from '../../../api/deployments.ts';
import { type Distribution, monitoringCalls } from '../../../api/monitoring.ts';
import { SubmitForm } from '../../../parts/dialogs.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { Answer, Reply } from '../../../parts/panel.tsx';
import { firstRow, rowOf, suggestions, type Typed } from './row-form.ts';

interface RowFormProps {
  readonly deployment: Deployment;
  readonly busy: boolean;
  readonly onChange: (row: InputRow) => void;
  readonly onPredict: (row: InputRow) => void;
}

/** One field for each column the model needs, filled with what was usual in the training data. */
export function RowForm({ deployment, ...props }: RowFormProps) {
  const seen = useCall(monitoringCalls.distributions(deployment.id, {}));
  return (
    <Reply to={deploymentCalls.features(deployment.id)} what="the columns of the model">
      {({ data: columns }) => (
        <Answer of={seen} what="their usual values">
          {({ data }) => <Fields columns={columns} seen={data} {...props} />}
        </Answer>
      )}
    </Reply>
  );
}

interface FieldsProps extends Omit<RowFormProps, 'deployment'> {
  readonly columns: readonly Feature[];
  readonly seen: readonly Distribution[];
}

function Fields({ columns, seen, busy, onChange, onPredict }: FieldsProps) {
  const [typed, setTyped] = useState<Typed>(() => firstRow(columns, seen, new Date()));
  const row = useMemo(() => rowOf(columns, typed), [columns, typed]);
  // The code below follows what is typed here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the row matters
  useEffect(() => onChange(row), [row]);
  const set = (name: string) => (value: string) => setTyped((before) => ({ ...before, [name]: value }));
  return (
    <SubmitForm onSubmit={() => onPredict(row)}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm">
        {columns.map((column) => (
          <Field
            key={column.name}
            column={column}
            value={typed[column.name] ?? ''}
            names={suggestions(seen, column.name)}
            onChange={set(column.name)}
          />
        ))}
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={busy}>
          Predict
        </Button>
      </Group>
    </SubmitForm>
  );
}

interface FieldProps {
  readonly column: Feature;
  readonly value: string;
  readonly names: string[];
  readonly onChange: (value: string) => void;
}

function Field({ column: { name, featureType, dateFormat }, value, names, onChange }: FieldProps) {
  const shared = { label: name, description: dateFormat ? `${featureType}, as ${dateFormat}` : featureType, value };
  if (names.length > 0) return <Autocomplete {...shared} data={names} onChange={onChange} limit={50} />;
  return <TextField {...shared} onChange={onChange} {...(featureType === 'Numeric' ? { inputMode: 'decimal' } : {})} />;
}
