import { createHash } from 'node:crypto';
import type { Random } from '../wire/random.ts';
import { itemJson } from './item-wire.ts';
import type { Prefer } from './prefer.ts';
import { type Drive, type Item, known, type World } from './world.ts';

/** How untidy the feed is: all of it is allowed by the provider's documentation. */
export interface FeedBehavior {
  pageSize: number;
  /** Give some items twice: first as they were, later as they are. */
  repeats: number;
  /** Give an empty page with a next link now and then. */
  emptyPages: number;
  /** List unchanged parents of what changed. */
  parents: boolean;
  shuffle: boolean;
  annotation: 'string' | 'boolean';
}

export const tidy = (): FeedBehavior => ({
  pageSize: 200,
  repeats: 0,
  emptyPages: 0,
  parents: false,
  shuffle: false,
  annotation: 'string',
});

interface Entry {
  readonly itemId: string;
  readonly sharing: boolean;
  readonly stale: boolean;
}

/** A listing under way, frozen in what it covers, current in what each page shows. */
interface Listing {
  readonly driveId: string;
  readonly epoch: number;
  readonly entries: readonly (Entry | 'pause')[];
  readonly upTo: number;
  readonly sharing: boolean;
}

export type Page =
  | { readonly value: unknown[]; readonly next: string }
  | { readonly value: unknown[]; readonly delta: string }
  | { readonly gone: string; readonly restart: string }
  | { readonly wrong: string };

export interface Feed {
  page(drive: Drive, token: string | null, prefer: Prefer): Page;
}

export function feedOf(world: World, behaviors: FeedBehavior, random: Random): Feed {
  const listings = new Map<string, Listing>();

  const start = (drive: Drive, since: number, sharing: boolean, full: boolean, prefer: Prefer): string => {
    const entries = full ? everything(world, drive) : changedSince(world, drive, since, prefer);
    const listing = {
      driveId: drive.id,
      epoch: drive.epoch,
      entries: untidy(world, entries, behaviors, random),
      upTo: world.seq,
      sharing,
    };
    const id = createHash('sha256')
      .update(`${drive.id}/${listings.size}/${world.seq}`)
      .digest('base64url')
      .slice(0, 22);
    listings.set(id, listing);
    return id;
  };

  const show = (id: string, offset: number, prefer: Prefer): Page => {
    const listing = listings.get(id);
    if (!listing) return { wrong: `The token ${id} is not one of ours` };
    const cut = listing.entries.slice(offset, offset + behaviors.pageSize);
    const pause = cut.indexOf('pause');
    const taken = pause === 0 ? cut.slice(0, 1) : pause > 0 ? cut.slice(0, pause) : cut;
    const sharing = listing.sharing && prefer.sharingChanges;
    const value = taken.flatMap((entry) =>
      entry === 'pause'
        ? []
        : [itemJson(world, known(world.items, entry.itemId, 'item'), entry, prefer, sharing, behaviors)],
    );
    const end = offset + taken.length;
    if (end < listing.entries.length) return { value, next: `n.${id}.${end}` };
    return { value, delta: `d.${listing.epoch}.${listing.upTo}.${listing.sharing ? 1 : 0}` };
  };

  return {
    page(drive, token, prefer) {
      const fresh = `f.${drive.epoch}`;
      if (token === null || token === fresh)
        return show(start(drive, 0, prefer.sharingChanges, true, prefer), 0, prefer);
      if (token === 'latest')
        return { value: [], delta: `d.${drive.epoch}.${world.seq}.${prefer.sharingChanges ? 1 : 0}` };
      const [kind, first = '', second = '', third = ''] = token.split('.');
      if (kind === 'n') {
        const listing = listings.get(first);
        if (listing && listing.epoch !== drive.epoch) return { gone: drive.goneCode, restart: fresh };
        return show(first, Number(second), prefer);
      }
      if (kind !== 'd' && kind !== 'f') return { wrong: `The token ${token} is not one of ours` };
      if (Number(first) !== drive.epoch) return { gone: drive.goneCode, restart: fresh };
      return show(start(drive, Number(second), third === '1', false, prefer), 0, prefer);
    },
  };
}

/** Below an item the app cannot see, a listing goes on only when it was asked to traverse gaps. */
function reaches(world: World, item: Item, prefer: Prefer): boolean {
  if (prefer.traverseGaps) return true;
  for (let at = item.parentId; at !== null; at = known(world.items, at, 'item').parentId)
    if (known(world.items, at, 'item').hidden) return false;
  return true;
}

function everything(world: World, drive: Drive): Entry[] {
  const found: Entry[] = [];
  const visit = (id: string) => {
    const item = known(world.items, id, 'item');
    if (item.deleted) return;
    if (!item.hidden) found.push({ itemId: id, sharing: false, stale: false });
    for (const child of item.children) visit(child);
  };
  visit(drive.rootId);
  return found;
}

function changedSince(world: World, drive: Drive, since: number, prefer: Prefer): Entry[] {
  const found = new Map<string, Entry>();
  let from = drive.log.length;
  while (from > 0 && (drive.log[from - 1]?.seq ?? 0) > since) from -= 1;
  for (const change of drive.log.slice(from)) {
    const told = change.sharing !== 'silent' && (change.sharing === 'no' || prefer.sharingChanges);
    if (!told || !reaches(world, known(world.items, change.itemId, 'item'), prefer)) continue;
    const sharing = change.sharing === 'said' || (found.get(change.itemId)?.sharing ?? false);
    found.delete(change.itemId); // the last one decides the order
    found.set(change.itemId, { itemId: change.itemId, sharing, stale: false });
  }
  return [...found.values()].filter(
    ({ itemId }) => prefer.removedAsDeleted || !known(world.items, itemId, 'item').hidden,
  );
}

function untidy(world: World, entries: Entry[], behaviors: FeedBehavior, random: Random): (Entry | 'pause')[] {
  let list = entries;
  if (behaviors.parents) list = [...list, ...unchangedParents(world, list)];
  if (behaviors.shuffle) list = random.shuffled(list);
  const repeated = list.filter(() => random.chance(behaviors.repeats)).map((entry) => ({ ...entry, stale: true }));
  const out: (Entry | 'pause')[] = [];
  for (const entry of [...repeated, ...list]) {
    if (behaviors.emptyPages > 0 && random.chance(behaviors.emptyPages)) out.push('pause');
    out.push(entry);
  }
  if (behaviors.emptyPages > 0 && out.length > 0) out.unshift('pause');
  return out;
}

function unchangedParents(world: World, entries: readonly Entry[]): Entry[] {
  const listed = new Set(entries.map(({ itemId }) => itemId));
  const parents = new Set<string>();
  for (const { itemId } of entries) {
    const parent = known(world.items, itemId, 'item').parentId;
    if (parent !== null && !listed.has(parent) && !known(world.items, parent, 'item').deleted) parents.add(parent);
  }
  return [...parents].map((itemId) => ({ itemId, sharing: false, stale: false }));
}
