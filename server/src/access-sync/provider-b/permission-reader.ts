import type { Acl, Grant } from '../model.ts';
import type { Reply } from '../outbound/outbound.ts';
import { ProviderProblem } from '../provider-client.ts';
import { drivePath } from './delta.ts';
import { Permission } from './graph.schema.ts';
import type { Graph } from './graph.ts';
import { grantsOf, type Place } from './permission.rules.ts';
import { messageOf } from './retry-policy.ts';

/** `gone`: neither the list nor the item itself is there (any more) for the app. */
export type ReadAcl = { readonly state: 'gone' } | { readonly state: 'read'; readonly grants: readonly Grant[] };

/** The whole list of permissions of each item. One such call costs five times a delta call. */
export async function readPermissions(
  graph: Graph,
  driveId: string,
  itemIds: readonly string[],
  place: Place,
  signal: AbortSignal,
): Promise<Map<string, ReadAcl>> {
  const itemPath = (id: string) => `${drivePath(driveId)}/items/${encodeURIComponent(id)}`;
  const paths = itemIds.map((id) => `${itemPath(id)}/permissions`);
  const replies = await graph.batch(paths, signal);
  const found = new Map<string, ReadAcl>();
  const missing: string[] = [];
  for (const [index, id] of itemIds.entries()) {
    const reply = replies[index];
    const path = paths[index] ?? '';
    if (!reply) continue;
    if (isMissing(reply)) missing.push(id);
    // We may not know who reads it, so nobody does.
    else if (reply.status === 403) found.set(id, { state: 'read', grants: [] });
    else if (reply.status !== 200)
      throw new ProviderProblem('unavailable', `${path} answered ${reply.status}: ${messageOf(reply)}`);
    else {
      const permissions = await graph.rest(Permission, reply, path, signal);
      found.set(id, { state: 'read', grants: permissions.flatMap((one) => grantsOf(one, place)) });
    }
  }
  const items = await graph.batch(missing.map(itemPath), signal);
  // An item without a list is read by nobody; one that is not there goes, with everything below it.
  for (const [index, id] of missing.entries()) {
    const item = items[index];
    found.set(id, item === undefined || isMissing(item) ? { state: 'gone' } : { state: 'read', grants: [] });
  }
  return found;
}

const isMissing = ({ status }: Reply): boolean => status === 404 || status === 410;

/** Items of this provider either inherit everything or have a list of their own that says all. */
export const ownList = (grants: readonly Grant[]): Acl => ({ state: 'known', inherits: false, grants });

export const inheriting: Acl = { state: 'known', inherits: true, grants: [] };
