import { logChange } from './build.ts';
import { type Drive, type Grant, type Item, known, permissionRoot, type Who, type World } from './world.ts';

/** What people and administrators do at the source. Each edit is true at once and reaches the feed by the log. */

/** A silent edit is one the feed does not tell: both real services are known to leave some out. */
type Told = 'said' | 'silent';

/** Sharing stops inheritance: the item keeps a copy of the list it had, and the new grant. */
export function share(
  world: World,
  item: Item,
  grant: Omit<Grant, 'id'> & { id?: string },
  told: Told = 'said',
): Grant {
  stopInheriting(world, item, 'copy', 'quiet');
  world.ids += 1;
  const added: Grant = { ...grant, id: grant.id ?? `perm-${world.ids}` };
  item.grants = [...item.grants, added];
  logChange(world, item, told);
  return added;
}

export const shareWith = (world: World, item: Item, who: Who, role = 'read', more: Partial<Grant> = {}): Grant =>
  share(world, item, { roles: [role], who, ...more });

export function unshare(world: World, item: Item, grantId: string, told: Told = 'said'): void {
  stopInheriting(world, item, 'copy', 'quiet');
  item.grants = item.grants.filter((grant) => grant.id !== grantId);
  logChange(world, item, told);
}

/** Adds or removes a person on an existing link: the real feed says nothing about it. */
export function changeLinkPeople(world: World, item: Item, grantId: string, people: readonly string[]): void {
  item.grants = item.grants.map((grant) =>
    grant.id === grantId && grant.link ? { ...grant, link: { ...grant.link, people } } : grant,
  );
  logChange(world, item, 'silent');
}

export function stopInheriting(world: World, item: Item, keep: 'copy' | 'nothing', say: 'say' | 'quiet' = 'say'): void {
  if (!item.unique) {
    item.grants = keep === 'copy' ? [...permissionRoot(world, item).grants] : [];
    item.unique = true;
  } else if (keep === 'nothing') item.grants = [];
  if (say === 'say') logChange(world, item, 'said');
}

export function inheritAgain(world: World, item: Item): void {
  if (item.parentId === null) return;
  item.unique = false;
  item.grants = [];
  logChange(world, item, 'said');
}

export function rename(world: World, item: Item, name: string): void {
  item.before = { parentId: item.parentId, name: item.name };
  item.name = name;
  logChange(world, item, 'no');
}

/** Children are not told: whoever mirrors the drive must compute what they inherit now. */
export function move(world: World, item: Item, to: Item): void {
  if (item.parentId === null || item.driveId !== to.driveId || isBelow(world, to, item)) return;
  known(world.items, item.parentId, 'item').children.delete(item.id);
  item.before = { parentId: item.parentId, name: item.name };
  item.parentId = to.id;
  to.children.add(item.id);
  logChange(world, item, 'no');
}

/** The folder is told first and its children after it, so they may come pages later. */
export function remove(world: World, item: Item): void {
  if (item.parentId === null || item.deleted) return;
  item.deleted = true;
  logChange(world, item, 'no');
  for (const id of item.children) remove(world, known(world.items, id, 'item'));
}

/** The app loses (or gets back) its own rights on an item and on what inherits from it. */
export function hide(world: World, item: Item, hidden: boolean): void {
  item.hidden = hidden;
  logChange(world, item, 'no');
  for (const id of item.children) {
    const child = known(world.items, id, 'item');
    if (!child.unique) hide(world, child, hidden);
  }
}

export function resync(drive: Drive, code: string): void {
  drive.epoch += 1;
  drive.goneCode = code;
}

export function isBelow(world: World, item: Item, above: Item): boolean {
  for (let at: Item | undefined = item; at; at = at.parentId === null ? undefined : world.items.get(at.parentId))
    if (at.id === above.id) return true;
  return false;
}
