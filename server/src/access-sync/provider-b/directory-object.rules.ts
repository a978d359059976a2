import { principalKey } from '../item-keys.ts';
import type { DirectoryPage, Principal } from '../model.ts';
import type { DirectoryObject } from './graph.schema.ts';
import { ownersOf } from './login-name.rules.ts';

export const nothing: DirectoryPage = { principals: [], members: [], memberOf: [], removed: [], complete: false };

export const isUnified = (group: DirectoryObject): boolean => group.groupTypes?.includes('Unified') ?? false;

export const groupKey = (id: string): string => principalKey('group', null, id.toLowerCase());

export function groupPrincipals(group: DirectoryObject): Principal[] {
  const one = (id: string, name: string | null, emails: readonly string[]): Principal => ({
    key: groupKey(id),
    sourceId: id,
    kind: 'group',
    name,
    emails,
    active: true,
    guest: false,
  });
  const name = group.displayName ?? null;
  const members = one(group.id, name, group.mail ? [group.mail.toLowerCase()] : []);
  return isUnified(group) ? [members, one(ownersOf(group.id), `Owners of ${name ?? group.id}`, [])] : [members];
}

export function personOf(user: DirectoryObject): Principal {
  const aliases = (user.proxyAddresses ?? []).filter((one) => /^smtp:/i.test(one)).map((one) => one.slice(5));
  const emails = [user.mail, user.userPrincipalName, ...aliases].filter((one) => typeof one === 'string' && one !== '');
  return {
    key: principalKey('user', null, user.id.toLowerCase()),
    sourceId: user.id,
    kind: 'user',
    name: user.displayName ?? null,
    emails: [...new Set(emails.map((one) => String(one).toLowerCase()))],
    active: user.accountEnabled === true,
    guest: user.userType === 'Guest',
  };
}
