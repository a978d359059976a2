import { type Drive, type Group, guid, type Item, known, type Site, type User, type World } from './world.ts';

/** Adding people, sites and items. Items log themselves to the feed of their drive. */
export function addUser(
  world: World,
  name: string,
  given: { guest?: boolean; enabled?: boolean; mail?: string | null } = {},
): User {
  const guest = given.guest ?? false;
  const user: User = {
    id: guid(world, 1),
    upn: guest ? `${name}_partner.example#EXT#@${world.host}` : `${name}@${world.host}`,
    mail: given.mail === undefined ? (guest ? `${name}@partner.example` : `${name}@${world.host}`) : given.mail,
    guest,
    enabled: given.enabled ?? true,
  };
  world.users.set(user.id, user);
  return user;
}

export function addGroup(world: World, name: string, given: { unified?: boolean; hidden?: boolean } = {}): Group {
  const group: Group = {
    id: guid(world, 2),
    name,
    unified: given.unified ?? false,
    hidden: given.hidden ?? false,
    members: new Set(),
    owners: new Set(),
  };
  world.groups.set(group.id, group);
  return group;
}

export function addSite(world: World, name: string): Site {
  const site: Site = { id: `${world.host},${guid(world, 3)},${guid(world, 4)}`, name, driveIds: [] };
  world.sites.set(site.id, site);
  return site;
}

export function addDrive(world: World, site: Site, name: string): Drive {
  world.ids += 1;
  const id = `b!${world.ids.toString(36).padStart(12, '0')}`;
  const rootId = `01ROOT${world.ids.toString(36).padStart(10, '0').toUpperCase()}`;
  const drive: Drive = {
    id,
    siteId: site.id,
    name,
    rootId,
    log: [],
    epoch: 0,
    goneCode: 'resyncRequired',
    gone: false,
  };
  world.drives.set(id, drive);
  site.driveIds.push(id);
  const root = itemOf(rootId, id, null, 'root', true);
  root.unique = true;
  world.items.set(rootId, root);
  logChange(world, root, 'no');
  return drive;
}

export function addItem(world: World, parent: Item, name: string, kind: 'file' | 'folder'): Item {
  world.ids += 1;
  const id = `01ITEM${world.ids.toString(36).padStart(10, '0').toUpperCase()}`;
  const item = itemOf(id, parent.driveId, parent.id, name, kind === 'folder');
  world.items.set(id, item);
  parent.children.add(id);
  logChange(world, item, 'no');
  return item;
}

export function logChange(world: World, item: Item, sharing: 'no' | 'said' | 'silent'): void {
  world.seq += 1;
  known(world.drives, item.driveId, 'drive').log.push({ seq: world.seq, itemId: item.id, sharing });
}

function itemOf(id: string, driveId: string, parentId: string | null, name: string, folder: boolean): Item {
  return {
    id,
    driveId,
    parentId,
    name,
    folder,
    unique: false,
    grants: [],
    deleted: false,
    hidden: false,
    before: null,
    children: new Set(),
  };
}
