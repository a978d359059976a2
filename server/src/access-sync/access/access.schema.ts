import { z } from 'zod';
import { pageOf, pageQuery } from '#platform/http/page.ts';

const email = z.string().trim().min(3).max(320).includes('@', { error: 'Must be the e-mail address of a user' });

export const AccessQuery = z.strictObject({ user: email, itemId: z.string().min(1).max(2000) });
export const ReadableQuery = pageQuery().extend({ user: email });

const freshness = z.enum(['never', 'syncing', 'fresh', 'stale', 'failed']);

export const PathStep = z.strictObject({
  type: z.enum([
    'item',
    'inheritedFrom',
    'grant',
    'group',
    'address',
    'domain',
    'tenant',
    'everyone',
    'anyone',
    'user',
  ]),
  id: z.string(),
  name: z.string().nullable(),
  /** Of a grant. */
  role: z.enum(['read', 'write', 'owner', 'none']).optional(),
});

export const EffectiveAccess = z.strictObject({
  allowed: z.boolean(),
  /** From the item to the person, when allowed. */
  path: z.array(PathStep),
  /**
   * Why not. `notBelieved`: what is held is too old, was refused by the provider, or was never read;
   * `unreadableItem`: its permissions, or those of a folder above it, are not known.
   */
  reason: z.enum(['notBelieved', 'unknownItem', 'unreadableItem', 'inactiveUser', 'noGrant']).nullable(),
  freshness,
});

export const Reader = z.strictObject({
  /** `anyone` and `domain` stand for more people than can be listed. */
  type: z.enum(['user', 'external', 'domain', 'anyone']),
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
});
export const Readers = pageOf(Reader).extend({ freshness });

export const ReadableItem = z.strictObject({
  id: z.string(),
  sourceId: z.string(),
  name: z.string(),
  kind: z.string(),
  parentId: z.string().nullable(),
  webUrl: z.string().nullable(),
});
export const ReadableItems = pageOf(ReadableItem).extend({ freshness });
