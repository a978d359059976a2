import type { Scenario } from '../scenario.ts';
import { addFile, addGroup, addSharedDrive, addShortcut, addUser, permissionId, rootOf } from './build.ts';
import { join, leave, limitAccess, move, remove, rename, share, trash, unshare } from './edits.ts';
import { failed } from './errors.ts';
import type { ProviderA } from './provider-a.ts';
import type { Permission, Role } from './world.ts';

export const forUser = (email: string, role: Role = 'reader', more: Partial<Permission> = {}): Permission => ({
  id: permissionId(email),
  type: 'user',
  role,
  email,
  ...more,
});

/** An administrator, two people and a group; files of Ann's in folders, and a shared drive that Bob manages. */
export function smallOrganization(fake: ProviderA) {
  const { world } = fake;
  const admin = addUser(world, 'admin', { admin: true });
  const ann = addUser(world, 'ann', { aliases: ['a.alias@example.org'] });
  const bob = addUser(world, 'bob');
  const eve = addUser(world, 'eve');
  const staff = addGroup(world, 'staff');
  join(staff, { id: bob.id, email: bob.email, role: 'MEMBER', type: 'USER' });
  const home = rootOf(world, ann);
  const folder = addFile(world, home, 'folder', 'folder');
  const other = addFile(world, home, 'other', 'folder');
  const file = addFile(world, folder, 'file');
  const drive = addSharedDrive(world, 'Lab');
  share(world, drive, forUser(bob.email, 'organizer'));
  const shelf = addFile(world, drive, 'shelf', 'folder');
  const paper = addFile(world, shelf, 'paper');
  return { world, admin, ann, bob, eve, staff, home, folder, other, file, drive, shelf, paper };
}

export const scenarios: readonly Scenario<ProviderA>[] = [
  {
    name: 'page token expiry',
    arrange(fake) {
      const { world, file, eve, folder } = smallOrganization(fake);
      share(world, file, forUser(eve.email));
      return [
        () => {
          unshare(world, file, permissionId(eve.email), { activity: 'never' });
          world.tokenEpoch += 1;
        },
        () => rename(world, folder, 'renamed'),
      ];
    },
  },
  {
    name: 'permissions on a shared-drive file only through permissions.list',
    arrange(fake) {
      const { world, paper, shelf, eve, drive, staff } = smallOrganization(fake);
      share(world, paper, forUser(eve.email));
      fake.behaviors.pageSize = 1;
      return [
        () => share(world, drive, { id: permissionId(staff.email), type: 'group', role: 'reader', email: staff.email }),
        () => unshare(world, paper, permissionId(eve.email)),
        () => share(world, shelf, forUser(eve.email)),
      ];
    },
  },
  {
    name: '403 userRateLimitExceeded, then success',
    arrange(fake) {
      const { world, file, eve } = smallOrganization(fake);
      const reply = () => failed(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded');
      return [
        () => {
          share(world, file, forUser(eve.email));
          fake.faults.add({ when: ({ path }) => path.startsWith('/drive/v3/changes'), times: 2, reply });
        },
      ];
    },
  },
  {
    name: 'activity with people/<id> only, and none at all',
    arrange(fake) {
      const { world, file, folder, eve } = smallOrganization(fake);
      return [
        () => share(world, file, forUser(eve.email)),
        () => unshare(world, file, permissionId(eve.email), { activity: 'never' }),
        () => share(world, folder, forUser('a.alias@example.org'), { activity: { afterMs: 90_000 } }),
      ];
    },
  },
  {
    name: 'link-only domain grant',
    arrange(fake) {
      const { world, file, paper } = smallOrganization(fake);
      const domain = (discoverable: boolean): Permission => ({
        id: `domain-${discoverable}`,
        type: 'domain',
        role: 'reader',
        domain: world.domain,
        discoverable,
      });
      return [() => share(world, file, domain(false)), () => share(world, paper, domain(true))];
    },
  },
  {
    name: 'expired grant, deleted grant, published view',
    arrange(fake) {
      const { world, file, eve, bob } = smallOrganization(fake);
      share(world, file, forUser(eve.email, 'reader', { expires: world.now() + 1000 }));
      return [
        () => share(world, file, forUser(bob.email, 'reader', { deleted: true })),
        () => share(world, file, forUser(bob.email, 'reader', { view: 'published' })),
      ];
    },
  },
  {
    name: 'group cycle, CUSTOMER member',
    arrange(fake) {
      const { world, file, staff, bob } = smallOrganization(fake);
      const inner = addGroup(world, 'inner');
      join(staff, { id: inner.id, email: inner.email, role: 'MEMBER', type: 'GROUP' });
      join(inner, { id: staff.id, email: staff.email, role: 'OWNER', type: 'GROUP' });
      share(world, file, { id: permissionId(inner.email), type: 'group', role: 'reader', email: inner.email });
      return [
        () => leave(staff, bob.id),
        () => join(staff, { id: 'C01', role: 'MEMBER', type: 'CUSTOMER' }),
        () => join(inner, { id: 'x1', email: 'x@partner.example', role: 'MEMBER', type: 'EXTERNAL' }),
        () => world.groups.delete(staff.id),
      ];
    },
  },
  {
    name: 'folder move that changes access of a subtree',
    arrange(fake) {
      const { world, folder, other, eve, shelf, drive } = smallOrganization(fake);
      share(world, other, forUser(eve.email));
      const wing = addFile(world, drive, 'wing', 'folder');
      share(world, wing, forUser(eve.email));
      return [
        () => move(world, folder, other, { activity: 'never' }),
        () => move(world, shelf, wing),
        () => unshare(world, other, permissionId(eve.email)),
        () => move(world, shelf, drive),
      ];
    },
  },
  {
    name: 'suspended user',
    arrange(fake) {
      const { world, ann, eve, file } = smallOrganization(fake);
      share(world, file, forUser(eve.email));
      const set = (user: typeof ann, suspended: boolean) => () => {
        user.suspended = suspended;
      };
      return [set(eve, true), set(eve, false), set(ann, true), set(ann, false)];
    },
  },
  {
    name: 'file trashed and restored',
    arrange(fake) {
      const { world, folder, file, paper, shelf, eve } = smallOrganization(fake);
      share(world, file, forUser(eve.email));
      return [
        () => trash(world, folder, true),
        () => trash(world, folder, false, { activity: 'never' }),
        () => {
          trash(world, shelf, true);
          share(world, paper, forUser(eve.email));
        },
        () => trash(world, shelf, false),
        () => remove(world, folder),
      ];
    },
  },
  {
    name: 'external owner',
    arrange(fake) {
      const { world, folder, eve } = smallOrganization(fake);
      const theirs = addFile(world, folder, 'theirs', 'file', 'somebody@partner.example');
      return [() => share(world, theirs, forUser(eve.email)), () => share(world, folder, forUser(eve.email))];
    },
  },
  {
    name: 'shortcut to a file with a stricter ACL',
    arrange(fake) {
      const { world, file, other, eve } = smallOrganization(fake);
      const shortcut = addShortcut(world, other, 'short', file);
      return [() => share(world, shortcut, forUser(eve.email)), () => share(world, file, forUser(eve.email))];
    },
  },
  {
    name: 'folder with limited access, drive without a member',
    arrange(fake) {
      const { world, shelf, paper, folder, eve, bob, drive } = smallOrganization(fake);
      share(world, paper, forUser(eve.email));
      return [
        () => limitAccess(world, shelf, true),
        () => limitAccess(world, folder, true),
        () => limitAccess(world, shelf, false),
        () => {
          share(world, drive, forUser(eve.email));
          drive.permissions.delete(permissionId(bob.email));
        },
      ];
    },
  },
];
