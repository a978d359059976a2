import { z } from 'zod';
import { apiFields } from '#platform/http/api-fields.ts';
import { pageQuery } from '#platform/http/page.ts';
import type { ConnectionRow } from '../access-sync.tables.ts';
import { ConfigA, ConfigB } from '../provider-config.ts';

const name = z.string().trim().min(1).max(256);
const pollSeconds = z.int().min(1).max(3600);
/** After so long without a complete look at the provider, nobody may read anything. */
const stalenessLimitSeconds = z
  .int()
  .min(60)
  .max(7 * 24 * 3600);

const settings = {
  name,
  pollSeconds: pollSeconds.default(15),
  stalenessLimitSeconds: stalenessLimitSeconds.default(3600),
};

export const ConnectionCreate = z.discriminatedUnion('provider', [
  z.strictObject({ ...settings, provider: z.literal('A'), config: ConfigA }),
  z.strictObject({ ...settings, provider: z.literal('B'), config: ConfigB }),
]);
export type ConnectionCreate = z.output<typeof ConnectionCreate>;

export const ConnectionChange = z.strictObject({
  name: name.optional(),
  pollSeconds: pollSeconds.optional(),
  stalenessLimitSeconds: stalenessLimitSeconds.optional(),
  /** What is left out stays as it is; null takes a setting out. */
  config: z.record(z.string().max(100), z.unknown()).optional(),
});
export type ConnectionChange = z.output<typeof ConnectionChange>;

export const ConnectionQuery = pageQuery().extend({ provider: z.enum(['A', 'B']).optional() });

export const Connection = z.strictObject({
  id: z.string(),
  name: z.string(),
  provider: z.enum(['A', 'B']),
  /** Without keys, secrets and certificates: those are never shown again. Empty for all but administrators. */
  config: z.record(z.string(), z.unknown()),
  pollSeconds: z.int(),
  stalenessLimitSeconds: z.int(),
  paused: z.boolean(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const toConnection = (row: ConnectionRow): z.infer<typeof Connection> => ({
  ...apiFields(row, 'id', 'name', 'provider', 'config', 'poll_seconds', 'staleness_limit_seconds', 'paused'),
  ...apiFields(row, 'created_by', 'created_at', 'updated_at'),
});

export const Status = z.strictObject({
  state: z.enum(['never', 'syncing', 'fresh', 'stale', 'failed']),
  paused: z.boolean(),
  /** Everything is held as it was at the provider then, or later. */
  lastCompleteSync: z.iso.datetime().nullable(),
  lagSeconds: z.number().nullable(),
  /** The same for people and groups, which are read on a clock of their own. */
  lastCompleteDirectory: z.iso.datetime().nullable(),
  /** False: past the staleness limit, refused by the provider, or never read; every question is answered with no. */
  answering: z.boolean(),
  counts: z.strictObject({
    spaces: z.int(),
    items: z.int(),
    unreadableItems: z.int(),
    grants: z.int(),
    ignoredGrants: z.int(),
    users: z.int(),
    groups: z.int(),
    memberships: z.int(),
  }),
  /** Subjects of grants that the directory does not know, such as groups of a site. */
  unresolvedPrincipals: z.int(),
  lastError: z.strictObject({ message: z.string(), at: z.iso.datetime() }).nullable(),
});

export const Preflight = z.strictObject({
  ok: z.boolean(),
  checks: z.array(z.strictObject({ name: z.string(), ok: z.boolean(), detail: z.string() })),
});
