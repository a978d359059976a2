import type { Random } from '../wire/random.ts';
import { addDrive, addGroup, addItem, addSite, addUser } from './build.ts';
import {
  changeLinkPeople,
  inheritAgain,
  move,
  remove,
  rename,
  resync,
  share,
  stopInheriting,
  unshare,
} from './edits.ts';
import { type Grant, type Item, isGone, known, type Who, type World } from './world.ts';

/** A small tenant with a bit of everything, the same for the same seed. */
export function grow(world: World, random: Random, size = 40): void {
  for (const name of ['ann', 'bob', 'cy', 'dee', 'eli', 'fay']) addUser(world, name);
  addUser(world, 'guest', { guest: true });
  addUser(world, 'away', { enabled: false });
  for (const name of ['staff', 'leads', 'board', 'team']) addGroup(world, name, { unified: name === 'team' });
  addGroup(world, 'hidden', { hidden: true });
  for (let step = 0; step < 20; step += 1) editGroups(world, random);
  for (const name of ['hr', 'lab']) {
    const drive = addDrive(world, addSite(world, name), 'Documents');
    const root = known(world.items, drive.rootId, 'item');
    share(world, root, aGrant(world, random));
    for (let made = 0; made < size / 2; made += 1)
      addItem(world, aFolder(world, random, drive.id), `i${made}`, kind(random));
  }
  for (let step = 0; step < size; step += 1) edit(world, random);
}

const kind = (random: Random) => (random.chance(0.4) ? ('folder' as const) : ('file' as const));

const living = (world: World): Item[] => [...world.items.values()].filter((item) => !isGone(world, item));

const anItem = (world: World, random: Random): Item => random.pick(living(world));

const aFolder = (world: World, random: Random, driveId: string): Item =>
  random.pick(living(world).filter((item) => item.folder && item.driveId === driveId));

function aWho(world: World, random: Random): Who {
  const user = () => random.pick([...world.users.keys()]);
  const group = () => random.pick([...world.groups.keys()]);
  const roll = random.below(20);
  if (roll < 8) return { kind: 'user', id: user() };
  if (roll < 14) return { kind: 'group', id: group() };
  if (roll === 14) return { kind: 'everyoneExceptExternal' };
  if (roll === 15) return { kind: 'everyone' };
  if (roll === 16)
    return { kind: 'groupOwners', id: [...world.groups.values()].find((one) => one.unified)?.id ?? group() };
  if (roll === 17) return { kind: 'siteGroup', siteId: random.pick([...world.sites.keys()]), id: 5 };
  return roll === 18 ? { kind: 'application', id: 'app-1' } : { kind: 'user', id: user() };
}

function aGrant(world: World, random: Random): Omit<Grant, 'id'> {
  const roles = random.pick([['read'], ['write'], ['owner'], ['read'], [], ['sp.full control'], ['sp.odd level']]);
  const spelling = random.pick(['today', 'today', 'deprecated', 'claim'] as const);
  const expires = random.chance(0.2) ? { expires: world.now() + random.below(3_600_000) } : {};
  if (random.chance(0.3)) {
    const scope = random.pick(['anonymous', 'organization', 'users', 'users', 'existingAccess'] as const);
    const people = random.shuffled([...world.users.keys()]).slice(0, 1 + random.below(3));
    return { roles: ['read'], link: { scope, type: 'view', people }, spelling: 'today', ...expires };
  }
  return { roles, who: aWho(world, random), spelling, ...expires };
}

function editGroups(world: World, random: Random): string {
  const group = random.pick([...world.groups.values()]);
  const other = random.chance(0.4) ? random.pick([...world.groups.keys()]) : random.pick([...world.users.keys()]);
  const set = random.chance(0.8) || !world.users.has(other) ? group.members : group.owners;
  if (set.delete(other)) return `take ${other} out of ${group.name}`;
  set.add(other);
  return `put ${other} into ${group.name}`;
}

/** One edit somebody might make, told in words for a difference to be explained. */
export function edit(world: World, random: Random): string {
  const item = anItem(world, random);
  const roll = random.below(100);
  if (roll < 20) return said('share', item, share(world, item, aGrant(world, random)).id);
  if (roll < 36) {
    const told = random.chance(0.15) ? 'silent' : 'said';
    const grant = item.unique && item.grants.length > 0 ? random.pick(item.grants) : null;
    if (grant) unshare(world, item, grant.id, told);
    return said(`unshare (${told})`, item, grant?.id ?? 'nothing');
  }
  if (roll < 42) return said('stop inheriting', item, stop(world, item, random));
  if (roll < 47) return said('inherit again', item, inheritAgain(world, item));
  if (roll < 52) return said('rename', item, rename(world, item, `n${random.below(1000)}`));
  if (roll < 62) return said('move', item, move(world, item, aFolder(world, random, item.driveId)));
  if (roll < 66) return said('remove', item, remove(world, item));
  if (roll < 76) return said('add', item, addItem(world, aFolder(world, random, item.driveId), 'new', kind(random)).id);
  if (roll < 80) return linkPeople(world, random, item);
  if (roll < 94) return editGroups(world, random);
  if (roll < 98) {
    const user = random.pick([...world.users.values()]);
    user.enabled = !user.enabled;
    return `${user.enabled ? 'enable' : 'disable'} ${user.upn}`;
  }
  const codes = ['resyncChangesApplyDifferences', 'resyncChangesUploadDifferences', 'resyncRequired'];
  resync(known(world.drives, item.driveId, 'drive'), random.pick(codes));
  return `reset the feed of ${item.driveId}`;
}

function stop(world: World, item: Item, random: Random): string {
  const keep = random.pick(['copy', 'nothing'] as const);
  stopInheriting(world, item, keep);
  return keep;
}

function linkPeople(world: World, random: Random, item: Item): string {
  const link = item.unique ? item.grants.find((grant) => grant.link?.scope === 'users') : undefined;
  if (!link) return 'nothing';
  changeLinkPeople(world, item, link.id, random.shuffled([...world.users.keys()]).slice(0, random.below(3)));
  return said('change people of a link', item, link.id);
}

const said = (what: string, item: Item, more: unknown): string => `${what} ${item.id} ${String(more ?? '')}`.trim();
