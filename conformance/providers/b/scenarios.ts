import type { Scenario } from '../scenario.ts';
import { addDrive, addGroup, addItem, addSite, addUser } from './build.ts';
import { failed } from './drive-routes.ts';
import {
  changeLinkPeople,
  hide,
  inheritAgain,
  move,
  remove,
  rename,
  resync,
  share,
  shareWith,
  stopInheriting,
  unshare,
} from './edits.ts';
import type { ProviderB } from './provider-b.ts';
import { known } from './world.ts';

/** Two people, a group, one library with a folder and a file in it, readable by the group. */
export function smallTenant(fake: ProviderB) {
  const { world } = fake;
  const ann = addUser(world, 'ann');
  const bob = addUser(world, 'bob');
  const guest = addUser(world, 'gil', { guest: true });
  const staff = addGroup(world, 'staff');
  staff.members.add(bob.id);
  const site = addSite(world, 'hr');
  const drive = addDrive(world, site, 'Documents');
  const root = known(world.items, drive.rootId, 'item');
  shareWith(world, root, { kind: 'group', id: staff.id });
  const folder = addItem(world, root, 'folder', 'folder');
  const other = addItem(world, root, 'other', 'folder');
  const file = addItem(world, folder, 'file', 'file');
  return { world, ann, bob, guest, staff, site, drive, root, folder, other, file };
}

const resyncWith = (code: string): Scenario<ProviderB> => ({
  name: `410 with Location and ${code}`,
  arrange(fake) {
    const { world, ann, drive, folder, file, root } = smallTenant(fake);
    return [
      () => {
        remove(world, file);
        shareWith(world, folder, { kind: 'user', id: ann.id });
        addItem(world, root, 'late', 'file');
        resync(drive, code);
      },
      () => rename(world, folder, 'renamed'),
    ];
  },
});

const annotated = (annotation: 'string' | 'boolean'): Scenario<ProviderB> => ({
  name: `sharedChanged as ${annotation}`,
  arrange(fake) {
    const { world, ann, file } = smallTenant(fake);
    fake.feed.annotation = annotation;
    return [() => shareWith(world, file, { kind: 'user', id: ann.id })];
  },
});

export const scenarios: readonly Scenario<ProviderB>[] = [
  {
    name: 'empty page with nextLink',
    arrange(fake) {
      const { world, file, other } = smallTenant(fake);
      Object.assign(fake.feed, { emptyPages: 1, pageSize: 1 });
      return [() => move(world, file, other)];
    },
  },
  {
    name: 'repeated item in two pages, last wins',
    arrange(fake) {
      const { world, ann, folder, file, other } = smallTenant(fake);
      shareWith(world, other, { kind: 'user', id: ann.id });
      Object.assign(fake.feed, { repeats: 1, pageSize: 1, parents: true });
      return [() => move(world, file, other), () => move(world, file, folder)];
    },
  },
  {
    name: '429 with Retry-After on one item of a batch',
    arrange(fake) {
      const { world, ann, file } = smallTenant(fake);
      const reply = { ...failed(429, 'TooManyRequests', 'Slower.'), headers: { 'Retry-After': '30' } };
      return [
        () => {
          shareWith(world, file, { kind: 'user', id: ann.id });
          fake.faults.add({ when: ({ headers }) => headers['x-in-batch'] === 'true', times: 1, reply: () => reply });
        },
      ];
    },
  },
  resyncWith('resyncChangesApplyDifferences'),
  resyncWith('resyncChangesUploadDifferences'),
  resyncWith('resyncRequired'),
  annotated('string'),
  annotated('boolean'),
  {
    name: 'shared: {} as a list with nobody on it, and as inheriting again',
    arrange(fake) {
      const { world, ann, root, folder, file } = smallTenant(fake);
      return [
        () => stopInheriting(world, file, 'nothing'),
        () => inheritAgain(world, file),
        () => shareWith(world, folder, { kind: 'user', id: ann.id }),
        () => stopInheriting(world, folder, 'nothing'),
        () => inheritAgain(world, folder),
        () => void shareWith(world, root, { kind: 'everyoneExceptExternal' }),
      ];
    },
  },
  {
    name: 'removal of a grant without annotation',
    arrange(fake) {
      const { world, ann, file } = smallTenant(fake);
      const grant = shareWith(world, file, { kind: 'user', id: ann.id });
      const link = share(world, file, { roles: ['read'], link: { scope: 'users', type: 'view', people: [ann.id] } });
      return [() => unshare(world, file, grant.id, 'silent'), () => changeLinkPeople(world, file, link.id, [])];
    },
  },
  {
    name: 'broken inheritance below a private folder',
    arrange(fake) {
      const { world, ann, folder, file } = smallTenant(fake);
      stopInheriting(world, folder, 'nothing');
      shareWith(world, file, { kind: 'user', id: ann.id });
      return [() => hide(world, folder, true), () => hide(world, folder, false)];
    },
  },
  {
    name: 'site group with the same id in two sites',
    arrange(fake) {
      const { world, site, file } = smallTenant(fake);
      const second = addSite(world, 'lab');
      const top = known(world.items, addDrive(world, second, 'Documents').rootId, 'item');
      shareWith(world, top, { kind: 'siteGroup', siteId: second.id, id: 5 });
      shareWith(world, file, { kind: 'siteGroup', siteId: site.id, id: 5 });
      return [() => void addItem(world, top, 'x', 'file')];
    },
  },
  {
    name: 'an expiry of the year 1, and one that passes',
    arrange(fake) {
      const { world, ann, file } = smallTenant(fake);
      shareWith(world, file, { kind: 'user', id: ann.id });
      const soon = world.now() + 1000;
      return [() => share(world, file, { roles: ['read'], who: { kind: 'everyone' }, expires: soon })];
    },
  },
  {
    name: 'organization link, anonymous link, existingAccess link',
    arrange(fake) {
      const { world, file } = smallTenant(fake);
      const link = (scope: 'organization' | 'anonymous' | 'existingAccess') => () =>
        void share(world, file, { roles: ['read'], link: { scope, type: 'view', people: [] } });
      return [link('organization'), link('anonymous'), link('existingAccess')];
    },
  },
  {
    name: 'deleted folder whose children arrive later',
    arrange(fake) {
      const { world, ann, folder, file } = smallTenant(fake);
      shareWith(world, file, { kind: 'user', id: ann.id });
      fake.feed.pageSize = 1;
      return [() => remove(world, folder)];
    },
  },
  {
    name: 'groups in a cycle, hidden groups, owners that are not members',
    arrange(fake) {
      const { world, ann, bob, staff, file, other } = smallTenant(fake);
      const inner = addGroup(world, 'inner');
      inner.members.add(staff.id);
      staff.members.add(inner.id);
      const hidden = addGroup(world, 'hidden', { hidden: true });
      hidden.members.add(ann.id);
      const team = addGroup(world, 'team', { unified: true });
      team.owners.add(ann.id);
      shareWith(world, file, { kind: 'group', id: inner.id }, 'read', { spelling: 'claim' });
      shareWith(world, file, { kind: 'group', id: hidden.id });
      shareWith(world, other, { kind: 'group', id: team.id }, 'read', { spelling: 'claim' });
      return [
        () => shareWith(world, other, { kind: 'groupOwners', id: team.id }),
        () => staff.members.delete(bob.id),
        () => world.groups.delete(inner.id),
      ];
    },
  },
  {
    name: 'a library that is gone, an account that is disabled',
    arrange(fake) {
      const { world, ann, drive, file } = smallTenant(fake);
      shareWith(world, file, { kind: 'user', id: ann.id }, 'read', { spelling: 'deprecated' });
      return [
        () => {
          ann.enabled = false;
        },
        () => {
          drive.gone = true;
        },
      ];
    },
  },
];
