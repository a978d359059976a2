/** One condition on a column of metadata. */
export interface Condition {
  readonly column: string;
  readonly operator: string;
  readonly value: string;
}

export const OPERATORS = [
  { value: '$eq', label: 'is' },
  { value: '$ne', label: 'is not' },
  { value: '$gt', label: 'is above' },
  { value: '$gte', label: 'is at least' },
  { value: '$lt', label: 'is below' },
  { value: '$lte', label: 'is at most' },
  { value: '$contains', label: 'contains' },
  { value: '$in', label: 'is one of (commas)' },
] as const;

/** Numbers are numbers to the filter: what looks like one is taken as one. */
const read = (text: string): string | number =>
  text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;

const conditionOf = ({ operator, value }: Condition): unknown => {
  if (operator === '$in') return value.split(',').map((one) => read(one.trim()));
  return operator === '$contains' ? value : read(value);
};

/** The filter as the API takes it; nothing when no condition is complete. */
export function metadataFilter(conditions: readonly Condition[]): Readonly<Record<string, unknown>> | null {
  const parts = conditions
    .filter(({ column, value }) => column !== '' && value !== '')
    .map((one) => ({ [one.column]: { [one.operator]: conditionOf(one) } }));
  if (parts.length === 0) return null;
  return parts.length === 1 ? (parts[0] ?? null) : { $and: parts };
}
