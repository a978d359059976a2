import type { Asked, Reply } from '../wire/faults.ts';
import { paged } from './drive-routes.ts';
import { failed } from './errors.ts';
import type { World } from './world.ts';

/** Directory: people, groups, members. Only an administrator may ask. */
export function directoryReply(world: World, asked: Asked, admin: boolean): Reply | null {
  if (!admin) return failed(403, 'forbidden', 'Not Authorized to access this resource/api');
  const [, , , , area = '', key, edge] = asked.path.split('/');
  if (area === 'users' && !key) {
    const users = [...world.users.values()].map((user) => ({
      kind: 'admin#directory#user',
      id: user.id,
      primaryEmail: user.email,
      name: { fullName: user.email },
      aliases: user.aliases,
      emails: [{ address: user.email, primary: true }],
      suspended: user.suspended,
      archived: false,
      isAdmin: user.admin,
    }));
    return { status: 200, body: paged(asked, 'users', users, 500) };
  }
  if (area !== 'groups') return null;
  if (!key) {
    const groups = [...world.groups.values()].map(({ id, email, members }) => ({
      kind: 'admin#directory#group',
      id,
      email,
      name: email,
      directMembersCount: String(members.size),
    }));
    return { status: 200, body: paged(asked, 'groups', groups, 200) };
  }
  const group = [...world.groups.values()].find((one) => one.id === key || one.email === key);
  if (!group) return failed(404, 'notFound', `Resource Not Found: groupKey ${key}`);
  if (edge !== 'members') return null;
  const members = [...group.members.values()].map((member) => ({ ...member, status: 'ACTIVE' }));
  // An empty group has no list at all in the real answer.
  if (members.length === 0) return { status: 200, body: { kind: 'admin#directory#members' } };
  return { status: 200, body: paged(asked, 'members', members, 200) };
}
