import type { Acl, DirectoryPage, Grant, ItemUpsert, Principal, Subject } from '../../server/src/access-sync/model.ts';

export const SIZE = { items: 100_000, users: 10_000, groups: 2_000, drives: 20 };

/** Numbers that look random and are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const random = seeded(42);
const below = (n: number): number => Math.floor(random() * n);

export const userKey = (n: number): string => `user:u${n}`;
export const groupKey = (n: number): string => `group:g${n}`;
export const emailOf = (n: number): string => `u${n}@corp.example`;
export const itemName = (n: number): string => `i${n}`;

/** Parent of each item: folders (every tenth item) of the same drive that came before; the first ones are the drives. */
export const parents: (number | null)[] = [];
const folders: number[][] = Array.from({ length: SIZE.drives }, (_, drive) => [drive]);
export const driveOf: number[] = [];
for (let n = 0; n < SIZE.items; n++) {
  const drive = n < SIZE.drives ? n : below(SIZE.drives);
  driveOf.push(drive);
  const inside = folders[drive] ?? [];
  parents.push(n < SIZE.drives ? null : (inside[below(inside.length)] ?? null));
  if (n >= SIZE.drives && n % 10 === 0) inside.push(n);
}

const aSubject = (): Subject => {
  const roll = random();
  if (roll < 0.65) return { kind: 'group', key: groupKey(below(SIZE.groups)) };
  return roll < 0.99 ? { kind: 'user', key: userKey(below(SIZE.users)) } : { kind: 'tenant' };
};

export const grantTo = (subject: Subject, id: string): Grant => ({
  permissionId: id,
  subject,
  role: 'read',
  gate: 'always',
  raw: { id, roles: ['read'], grantedToV2: subject },
});

/** One item in twenty has grants of its own; half of those no longer inherit. */
export const acls: Acl[] = parents.map((parent, n) => {
  if (parent === null) return { state: 'known', inherits: false, grants: [grantTo(aSubject(), `p${n}`)] };
  if (n % 20 !== 0) return { state: 'known', inherits: true, grants: [] };
  const grants = Array.from({ length: 1 + below(4) }, (_, index) => grantTo(aSubject(), `p${n}-${index}`));
  return { state: 'known', inherits: n % 40 === 0, grants };
});

export const upsertOf = (n: number, tick: number, more: { parent?: number; acl?: Acl } = {}): ItemUpsert => {
  const parent = more.parent ?? parents[n] ?? null;
  return {
    item: {
      key: itemName(n),
      sourceId: itemName(n),
      parentKey: parent === null ? null : itemName(parent),
      name: `Document ${n}`,
      kind: parent === null ? 'drive' : n % 10 === 0 ? 'folder' : 'file',
      webUrl: `https://docs.corp.example/${n}`,
    },
    acl: more.acl ?? acls[n] ?? { state: 'kept', ifNew: 'deny' },
    tick,
  };
};

/** Everybody is in eight groups; two groups in three are in another one. */
export const memberships: { group: number; member: Subject }[] = [];
for (let n = 0; n < SIZE.users; n++) {
  for (let times = 0; times < 8; times++)
    memberships.push({ group: below(SIZE.groups), member: { kind: 'user', key: userKey(n) } });
}
for (let n = 1; n < SIZE.groups; n++) {
  if (n % 3 !== 0) memberships.push({ group: below(n), member: { kind: 'group', key: groupKey(n) } });
}

export function directoryPages(): DirectoryPage[] {
  const nothing: DirectoryPage = { principals: [], members: [], memberOf: [], removed: [], complete: false };
  const person = (kind: 'user' | 'group', key: string, emails: string[]): Principal => ({
    key,
    sourceId: key,
    kind,
    name: key,
    emails,
    active: true,
    guest: false,
  });
  const users = Array.from({ length: SIZE.users }, (_, n) => person('user', userKey(n), [emailOf(n)]));
  const groups = Array.from({ length: SIZE.groups }, (_, n) => person('group', groupKey(n), []));
  const inside = new Map<number, Map<string, Subject>>();
  for (const { group, member } of memberships) {
    const members = inside.get(group) ?? new Map<string, Subject>();
    inside.set(group, members.set('key' in member ? member.key : member.kind, member));
  }
  const members = [...inside].map(([group, some]) => ({ groupKey: groupKey(group), members: [...some.values()] }));
  return [
    { ...nothing, principals: users },
    { ...nothing, principals: groups },
    { ...nothing, members, complete: true },
  ];
}
