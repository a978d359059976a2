import type { Acl, Grant } from '../model.ts';
import { ProviderProblem } from '../provider-client.ts';
import { Permission } from './graph.schema.ts';
import type { Graph } from './graph.ts';
import { messageOf } from './manner.ts';
import { grantsOf, type Place } from './permission.rules.ts';

/** `gone`: the item is not there (any more) for the app. */
export type ReadAcl = { readonly state: 'gone' } | { readonly state: 'read'; readonly grants: readonly Grant[] };

/** The whole list of permissions of each item, asked in batches: a permission call costs five times a delta call. */
export async function readPermissions(
  graph: Graph,
  driveId: string,
  itemIds: readonly string[],
  place: Place,
  signal: AbortSignal,
): Promise<Map<string, ReadAcl>> {
  const paths = itemIds.map(
    (id) => `/drives/${encodeURIComponent(driveId)}/items/${encodeURIComponent(id)}/permissions`,
  );
  const replies = await graph.batch(paths, signal);
  const found = new Map<string, ReadAcl>();
  for (const [index, id] of itemIds.entries()) {
    const reply = replies[index];
    const path = paths[index] ?? '';
    if (!reply) continue;
    if (reply.status === 404 || reply.status === 410) found.set(id, { state: 'gone' });
    // We may not know who reads it, so nobody does.
    else if (reply.status === 403) found.set(id, { state: 'read', grants: [] });
    else if (reply.status !== 200)
      throw new ProviderProblem('unavailable', `${path} answered ${reply.status}: ${messageOf(reply)}`);
    else {
      const permissions = await graph.rest(Permission, reply, path, signal);
      found.set(id, { state: 'read', grants: permissions.flatMap((one) => grantsOf(one, place)) });
    }
  }
  return found;
}

/** Items of this provider either inherit everything or have a list of their own that says all. */
export const ownList = (grants: readonly Grant[]): Acl => ({ state: 'known', inherits: false, grants });

export const inheriting: Acl = { state: 'known', inherits: true, grants: [] };
