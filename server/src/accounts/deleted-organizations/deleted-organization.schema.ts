import { z } from 'zod';
import { apiFields } from '#platform/http/api-fields.ts';
import type { DeletedOrganizationRow } from '../accounts.tables.ts';

const id = z.string().min(1).max(64);
export const Schedule = z
  .strictObject({ organizationId: id.optional(), organizationIds: z.array(id).min(1).max(100).optional() })
  .refine(({ organizationId, organizationIds }) => (organizationId === undefined) !== (organizationIds === undefined), {
    path: ['organizationId'],
    error: 'Send either organizationId or organizationIds',
  });

export const DeletedOrganization = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: z.enum(['scheduled', 'erasing', 'erased']),
  scheduledForDeletion: z.boolean(),
  deletedBy: z.strictObject({ id: z.string(), username: z.string() }),
  deletionTime: z.iso.datetime(),
  erasureTime: z.iso.datetime().nullable(),
  usersCount: z.int(),
  projectsCount: z.int(),
  counts: z.record(z.string(), z.int()),
  statusId: z.string().nullable(),
});

export const Scheduled = z.strictObject({ data: z.array(DeletedOrganization), count: z.int() });
export const Begun = z.strictObject({ statusId: z.string() });

export const toDeletedOrganization = (row: DeletedOrganizationRow): z.infer<typeof DeletedOrganization> => ({
  ...apiFields(row, 'id', 'name', 'state', 'counts', 'status_id'),
  scheduledForDeletion: row.state === 'scheduled',
  deletedBy: { id: row.deleted_by, username: row.deleted_by_name },
  deletionTime: row.deleted_at.toISOString(),
  erasureTime: row.erased_at?.toISOString() ?? null,
  usersCount: row.counts.users ?? 0,
  projectsCount: row.counts.projects ?? 0,
});
