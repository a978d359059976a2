import { z } from 'zod';

/** What records of this module have in common. */
export const name = z.string().trim().min(1).max(5000);
export const description = z.string().max(5000);

export const createdFields = { creationDate: z.string(), creationUserId: z.string() };
export const updatedFields = { lastUpdateDate: z.string(), lastUpdateUserId: z.string() };

export const creationOf = (row: { readonly created_at: Date; readonly created_by: string }) => ({
  creationDate: row.created_at.toISOString(),
  creationUserId: row.created_by,
});

export const updateOf = (row: { readonly updated_at: Date; readonly updated_by: string }) => ({
  lastUpdateDate: row.updated_at.toISOString(),
  lastUpdateUserId: row.updated_by,
});
