import type { z } from 'zod';
import type { Definition, MetricChange, MetricCreate } from './metric.schema.ts';

type Said = Omit<z.output<typeof MetricChange>, 'name'>;

/** What is kept of a new metric. */
export const firstDefinition = (input: z.output<typeof MetricCreate>): Definition =>
  changedDefinition(
    {
      units: input.units,
      type: input.type,
      directionality: null,
      timeStep: 'hour',
      description: '',
      baselineValues: [],
    },
    input,
  );

/** Null takes a column, the categories or the baseline away. */
export function changedDefinition(known: Definition, said: Said): Definition {
  const after: Record<string, unknown> = { ...known };
  for (const key of ['value', 'sampleCount', 'batch', 'associationId', 'displayChart', 'metadata'] as const) {
    if (said[key] === null) delete after[key];
    else if (said[key] !== undefined) after[key] = said[key];
  }
  if (said.units !== undefined) after.units = said.units;
  if (said.type !== undefined) after.type = said.type;
  if (said.directionality !== undefined) after.directionality = said.directionality;
  if (said.description !== undefined) after.description = said.description ?? '';
  if (said.baselineValues !== undefined) after.baselineValues = said.baselineValues ?? [];
  if (said.timestamp === null) delete after.timestamp;
  else if (said.timestamp) after.timestamp = { ...said.timestamp, timeFormat: said.timestamp.timeFormat ?? null };
  if (said.categories === null) delete after.categories;
  else if (said.categories) {
    after.categories = said.categories.map(({ value, directionality, baselineCount }) => ({
      value,
      ...(directionality && { directionality }),
      baselineCount: baselineCount ?? null,
    }));
  }
  return after as unknown as Definition;
}

/** What is wrong with the whole, by the place of the field. */
export function wrongDefinition(after: Definition, before?: Definition): Record<string, string> {
  const isNames = after.type === 'categorical';
  if (before !== undefined && (before.type === 'categorical') !== isNames) {
    return { type: `A metric of type ${before.type} cannot become one of type ${after.type}: make a new one` };
  }
  if (isNames && !after.categories?.length) return { categories: 'Name the categories whose values are counted' };
  if (!isNames && after.categories) return { categories: 'Only metrics of type categorical have categories' };
  if (isNames && after.baselineValues.length > 0) {
    return { baselineValues: 'Metrics of type categorical have a baselineCount for each category instead' };
  }
  return {};
}
