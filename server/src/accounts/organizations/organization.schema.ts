import { z } from 'zod';
import type { OrganizationRow } from '../accounts.tables.ts';

export const Organization = z.strictObject({ id: z.string(), name: z.string(), createdAt: z.iso.datetime() });

export const toOrganization = (row: OrganizationRow): z.infer<typeof Organization> => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
});
