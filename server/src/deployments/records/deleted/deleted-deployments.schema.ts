import { z } from 'zod';
import { offset, pageOf } from '#platform/http/page.ts';

export const DeletedQuery = z.strictObject({
  offset,
  limit: z.int().min(1).max(1000).default(100),
  search: z.string().max(500).optional(),
});
export const DeletedPage = pageOf(z.strictObject({ id: z.string(), label: z.string(), deletedAt: z.iso.datetime() }));
export const Erasure = z.strictObject({
  action: z.literal('PermanentlyErase'),
  deploymentIds: z.array(z.string().min(1).max(64)).min(1).max(100),
});
export const Begun = z.strictObject({ statusId: z.string() });
