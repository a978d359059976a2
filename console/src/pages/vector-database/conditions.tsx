import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { type Condition, OPERATORS } from './filter.ts';

interface ConditionsProps {
  readonly columns: readonly string[];
  readonly conditions: readonly Condition[];
  readonly onConditions: (conditions: readonly Condition[]) => void;
}

/** Conditions on the metadata of pieces; all of them must hold. */
export function Conditions({ columns, conditions, onConditions }: ConditionsProps) {
  if (columns.length === 0) return null;
  const change = (at: number, part: Partial<Condition>) =>
    onConditions(conditions.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <Stack gap="xs" align="flex-start">
      {conditions.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other name than their place
        <Group key={index} gap="xs" wrap="wrap">
          <Select
            aria-label={`Column of condition ${index + 1}`}
            size="xs"
            w={150}
            data={[...columns]}
            value={one.column}
            onChange={(column) => column && change(index, { column })}
            allowDeselect={false}
          />
          <Select
            aria-label={`Comparison of condition ${index + 1}`}
            size="xs"
            w={160}
            data={[...OPERATORS]}
            value={one.operator}
            onChange={(operator) => operator && change(index, { operator })}
            allowDeselect={false}
          />
          <TextInput
            aria-label={`Value of condition ${index + 1}`}
            size="xs"
            value={one.value}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          <Button
            size="compact-xs"
            variant="subtle"
            className="danger"
            aria-label={`Remove condition ${index + 1}`}
            onClick={() => onConditions(conditions.filter((_, place) => place !== index))}
          >
            Remove
          </Button>
        </Group>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => onConditions([...conditions, { column: columns[0] ?? '', operator: '$eq', value: '' }])}
      >
        Add a condition on metadata
      </Button>
    </Stack>
  );
}
