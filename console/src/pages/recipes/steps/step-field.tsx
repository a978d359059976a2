import { Autocomplete, Button, Fieldset, Group, MultiSelect, SimpleGrid, Stack } from '@mantine/core';
import { HeadButton } from '../../../parts/actions.tsx';
import { Check, ChoiceField, LongTextField, NumberField, TagsField, TextField } from '../../../parts/fields.tsx';
import { DatasetPicker } from '../../../parts/pickers.tsx';
import { type Field, listOf, textOf, textsOf, type Values, valuesOf } from './field.ts';

interface FieldProps<Kind extends Field = Field> {
  readonly field: Kind;
  readonly values: Values;
  readonly onChange: (value: unknown) => void;
  /** What may be named here. Other names may be typed: a column may come from a step that is not tried yet. */
  readonly columns: readonly string[];
  /** Place of an argument (`conditions.0.column`) -> what is wrong with it. */
  readonly wrong: Readonly<Record<string, string>>;
  /** Where this field is: `conditions.0.`; empty at the top. */
  readonly at?: string;
}

/** One argument of an operation, with the control that suits its kind. */
export function StepField(props: FieldProps) {
  const { field, values, onChange, columns, wrong, at = '' } = props;
  const value = values[field.name];
  const shared = {
    label: field.label,
    ...(field.description ? { description: field.description } : {}),
    error: wrong[at + field.name],
  };
  const required = !field.optional;
  const asText = { ...shared, required, value: textOf(value) };
  switch (field.kind) {
    case 'text':
      return <TextField {...asText} onChange={onChange} />;
    case 'expression':
      return <LongTextField {...asText} classNames={{ input: 'code-input' }} onChange={onChange} />;
    case 'column':
      return <Autocomplete {...asText} data={[...columns]} limit={50} onChange={onChange} />;
    case 'columns':
      return (
        <TagsField {...shared} data={[...columns]} value={textsOf(value)} onChange={onChange} maxDropdownHeight={200} />
      );
    case 'number':
      return (
        <NumberField
          {...shared}
          required
          min={1}
          value={Number(value ?? 1)}
          onChange={(now) => onChange(Number(now))}
        />
      );
    case 'numbers':
      return (
        <TagsField
          {...shared}
          value={textsOf(value)}
          onChange={(tags) => onChange(tags.map(Number).filter((one) => Number.isInteger(one)))}
        />
      );
    case 'flag':
      return <Check {...shared} checked={value === true} onChange={onChange} />;
    case 'choice':
      return <ChoiceField {...asText} data={field.choices} onChange={onChange} />;
    case 'choices':
      return <MultiSelect {...shared} data={[...field.choices]} value={textsOf(value)} onChange={onChange} />;
    case 'dataset':
      return <DatasetPicker label={field.label} value={textOf(value)} onChange={onChange} />;
    case 'operands':
      return <Operands {...props} field={field} />;
    case 'list':
      return <ListField {...props} field={field} />;
  }
}

function Operands({ field, values, onChange, wrong, at = '' }: FieldProps<Extract<Field, { kind: 'operands' }>>) {
  const count = field.count(values);
  const given = listOf(values[field.name]);
  if (count === 0) return null;
  return (
    <SimpleGrid cols={count}>
      {Array.from({ length: count }, (_, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: an operand is its place
          key={index}
          label={count === 1 ? field.label : index === 0 ? 'From' : 'To'}
          value={textOf(given[index])}
          onChange={(text) =>
            onChange(Array.from({ length: count }, (_, i) => (i === index ? text : textOf(given[i]))))
          }
          error={wrong[`${at}${field.name}.${index}`] ?? wrong[at + field.name]}
        />
      ))}
    </SimpleGrid>
  );
}

/** Several of the same: conditions, renamings, aggregations. */
function ListField(props: FieldProps<Extract<Field, { kind: 'list' }>>) {
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
      <HeadButton label={field.add} onClick={() => onChange([...items, field.blank])} />
    </Stack>
  );
}
