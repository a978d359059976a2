import { z } from 'zod';
import { apiFields } from '#platform/http/api-fields.ts';
import type { ShownApiKey } from './api-key.store.ts';

const name = z.string().trim().min(1).max(256);
/** Clients also send times without a zone: those are UTC. */
const instant = z.iso
  .datetime({ offset: true, local: true })
  .transform((text) => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`))
  // Past this PostgreSQL and JavaScript no longer agree on years.
  .refine((date) => date.getTime() < Date.UTC(9999, 11, 31), 'Must lie before the year 9999');

export const ApiKeyCreate = z.strictObject({
  name,
  expireAt: instant.nullish(),
  /** An agent's key: what is asked with it is asked on behalf of this deployment, by calling routes only. */
  deploymentId: z.string().min(1).max(64).nullish(),
});
export const ApiKeyChange = z.strictObject({ name: name.optional(), expireAt: instant.nullish() });

export const ApiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  createdAt: z.iso.datetime(),
  expireAt: z.iso.datetime().nullable(),
  lastUsed: z.iso.datetime().nullable(),
  deploymentId: z.string().nullable(),
});
/** The secret is shown in this one answer only. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() });

export const toApiKey = (row: ShownApiKey): z.infer<typeof ApiKey> => ({
  ...apiFields(row, 'id', 'name', 'prefix', 'created_at', 'expire_at', 'last_used', 'deployment_id'),
});
