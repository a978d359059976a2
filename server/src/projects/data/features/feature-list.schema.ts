import { z } from 'zod';
import { offset } from '#platform/http/page.ts';
import type { CountedList } from '../../core/features/feature-list.store.ts';

const name = z.string().trim().min(1).max(500);
const description = z.string().max(4000);

export const FeatureList = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  projectId: z.string(),
  created: z.iso.datetime(),
  isUserCreated: z.boolean(),
  numModels: z.int(),
});

export const NewFeatureList = z.strictObject({
  name,
  features: z.array(z.string()).min(1).max(100_000),
  skipDatetimePartitionColumn: z.boolean().default(false),
});
export const FeatureListChange = z.strictObject({ name: name.optional(), description: description.nullish() });

const SORTS = ['name', 'description', 'features', 'numModels', 'created', 'isUserCreated'] as const;
const sortBy = z.enum(SORTS.flatMap((one) => [one, `-${one}` as const])).optional();
const searchFor = z.string().max(500).optional();

export const FeatureListQuery = z.strictObject({ sortBy, searchFor });
export const ModelingListQuery = z.strictObject({
  sortBy,
  searchFor,
  offset,
  limit: z.int().min(0).max(1000).default(100),
});
export type ModelingListQuery = z.output<typeof ModelingListQuery>;

export const DeleteQuery = z.strictObject({
  dryRun: z.boolean().default(false),
  deleteDependencies: z.boolean().default(false),
});
export const Deletion = z.strictObject({
  dryRun: z.boolean(),
  canDelete: z.boolean(),
  deletionBlockedReason: z.string(),
  numAffectedModels: z.int(),
  numAffectedJobs: z.int(),
});

export const toFeatureList = (row: CountedList): z.infer<typeof FeatureList> => ({
  id: row.id,
  name: row.name,
  description: row.description ?? '',
  features: row.features,
  projectId: row.project_id,
  created: row.created_at.toISOString(),
  isUserCreated: row.is_user_created,
  numModels: row.models,
});

/** Sorted and searched in memory: a project has some dozens of lists. */
export function arrange(rows: readonly CountedList[], query: z.output<typeof FeatureListQuery>): CountedList[] {
  const { sortBy: order, searchFor: text } = query;
  const found = rows.filter((row) => text === undefined || row.name.toLowerCase().includes(text.toLowerCase()));
  if (order === undefined) return found;
  const sign = order.startsWith('-') ? -1 : 1;
  const value = (row: CountedList): string | number => {
    const record = toFeatureList(row);
    const key = order.replace('-', '') as (typeof SORTS)[number];
    return key === 'features'
      ? record.features.length
      : typeof record[key] === 'boolean'
        ? Number(record[key])
        : record[key];
  };
  return found.sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    return sign * (typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y)));
  });
}
