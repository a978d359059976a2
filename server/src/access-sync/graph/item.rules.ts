import type { ItemRow } from '../access-sync.tables.ts';
import type { Grant, ItemDelete, ItemUpsert } from '../model.ts';
import type { Change } from './change-log.store.ts';

/** What is held of an item, as far as a change can touch it. */
export type HeldRow = Omit<ItemRow, 'connection_id' | 'scope_id' | 'outer_scope_id' | 'live'>;

export interface Merged {
  readonly row: HeldRow;
  /** Replaces the grants that are held; undefined leaves them. */
  readonly grants: readonly Grant[] | undefined;
  /** The item hangs elsewhere: what is below it may have another scope. */
  readonly moved: boolean;
  readonly changes: readonly Change[];
}

interface Arrival {
  readonly spaceId: number;
  readonly generation: number;
  readonly parentId: number | null;
  readonly at: Date;
}

/** What an upsert makes of the row. A read that was sent before the one that is held changes nothing. */
export function mergeUpsert(before: HeldRow, upsert: ItemUpsert, arrival: Arrival): Merged {
  const { item, acl, tick } = upsert;
  const aclTick = upsert.aclTick ?? tick;
  const newer = tick >= before.tick;
  const arrived: HeldRow = newer
    ? {
        ...before,
        space_id: arrival.spaceId,
        source_id: item.sourceId,
        parent_id: arrival.parentId,
        name: item.name,
        kind: item.kind,
        etag: item.etag ?? null,
        web_url: item.webUrl ?? null,
        present: true,
        generation: arrival.generation,
        tick,
      }
    : before;
  const known = newer ? knowAcl(before, upsert) : acl.state === 'known' && before.present ? acl : undefined;
  const moved = arrived.parent_id !== before.parent_id;
  const changes = describe(before, arrived);
  if (known === undefined || aclTick < before.acl_tick) return { row: arrived, grants: undefined, moved, changes };
  const row: HeldRow = {
    ...arrived,
    acl_known: known.state === 'known',
    inherits: known.inherits,
    own_grants: known.grants.length,
    acl_tick: aclTick,
    verified_at: arrival.at,
  };
  return { row, grants: known.grants, moved, changes };
}

interface NewAcl {
  readonly state: 'known' | 'unknown';
  readonly inherits: boolean;
  readonly grants: readonly Grant[];
}

function knowAcl(before: HeldRow, { acl }: ItemUpsert): NewAcl | undefined {
  if (acl.state === 'known') return acl;
  if (before.present && before.acl_known) return undefined;
  const inherits = acl.ifNew === 'inherit';
  return { state: inherits ? 'known' : 'unknown', inherits, grants: [] };
}

/** Only the space that holds an item can say that it is gone: another one merely lost sight of it. */
export function mergeDelete(before: HeldRow, { tick }: ItemDelete, spaceId: number): Merged | null {
  if (!before.present || before.space_id !== spaceId || tick < before.tick) return null;
  const row = { ...before, present: false, acl_known: false, inherits: false, own_grants: 0, tick, acl_tick: tick };
  return { row, grants: [], moved: false, changes: [{ kind: 'itemRemoved', subject: before.key }] };
}

function describe(before: HeldRow, after: HeldRow): Change[] {
  const subject = after.key;
  if (!before.present) return after.present ? [{ kind: 'itemAdded', subject, details: { name: after.name } }] : [];
  const changes: Change[] = [];
  if (before.parent_id !== after.parent_id) changes.push({ kind: 'itemMoved', subject });
  if (before.name !== after.name) {
    changes.push({ kind: 'itemRenamed', subject, details: { from: before.name, to: after.name } });
  }
  return changes;
}
