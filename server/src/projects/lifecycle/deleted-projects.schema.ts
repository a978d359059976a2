import { z } from 'zod';
import { offset } from '#platform/http/page.ts';

const text = z.string().nullable();
const SORTS = ['projectId', 'projectName', 'datasetName', 'deletedOn', 'deletedBy', 'creator'] as const;

const filters = {
  searchFor: z.string().max(500).optional(),
  creator: z.string().optional(),
  organization: z.string().optional(),
  deletedBefore: z.iso.datetime({ offset: true, local: true }).optional(),
  deletedAfter: z.iso.datetime({ offset: true, local: true }).optional(),
  projectId: z.string().optional(),
};

export const DeletedQuery = z.strictObject({
  ...filters,
  offset,
  limit: z.int().min(1).max(1000).default(20),
  orderBy: z.enum(SORTS.flatMap((name) => [name, `-${name}` as const])).default('-deletedOn'),
});
export const DeletedCountQuery = z.strictObject(filters);

export const DeletedProject = z.strictObject({
  projectId: z.string(),
  projectName: z.string(),
  datasetName: z.string(),
  creator: text,
  deletedBy: text,
  deletedOn: z.iso.datetime(),
  organization: z.string(),
});
export const DeletedCount = z.strictObject({ deletedProjectsCount: z.int() });
export const Undelete = z.strictObject({ action: z.literal('undelete') });
export const Message = z.strictObject({ message: z.string() });
