import { Button, Fieldset, Group, Stack } from '@mantine/core';
import type { Field, Values } from './field.ts';
import { valuesOf } from './read-values.ts';
import { type FieldProps, StepField } from './step-field.tsx';

/** Several of the same: conditions, renamings, aggregations. */
export function ListField(props: FieldProps<Extract<Field, { kind: 'list' }>>) {
  const { field, values, onChange, columns, wrong, at = '' } = props;
  const items = valuesOf(values[field.name]);
  const set = (index: number, item: Values) => onChange(items.map((one, i) => (i === index ? item : one)));
  return (
    <Stack gap="sm">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is all that tells them apart
        <Fieldset key={index} legend={`${field.label} ${index + 1}`} p="sm">
          <Stack gap="xs">
            {field.fields.map((inner) => (
              <StepField
                key={inner.name}
                field={inner}
                values={item}
                onChange={(value) => set(index, { ...item, [inner.name]: value })}
                columns={columns}
                wrong={wrong}
                at={`${at}${field.name}.${index}.`}
              />
            ))}
            {items.length > 1 && (
              <Group justify="flex-end">
                <Button
                  size="compact-xs"
                  variant="subtle"
                  className="danger"
                  onClick={() => onChange(items.filter((_, i) => i !== index))}
                >
                  {`Remove ${field.label.toLowerCase()} ${index + 1}`}
                </Button>
              </Group>
            )}
          </Stack>
        </Fieldset>
      ))}
      <Button size="xs" variant="default" onClick={() => onChange([...items, field.blank])}>
        {field.add}
      </Button>
    </Stack>
  );
}
