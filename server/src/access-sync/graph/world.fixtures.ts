import type { DirectoryPage, Grant, Principal, Subject } from '../model.ts';

/** The plainest possible model of a tenant: what is asked of the store is worked out here by walking everything. */
export class World {
  readonly items = new Map<string, { parent: string | null; inherits: boolean; grants: Grant[]; deleted: boolean }>();
  readonly members = new Map<string, Set<string>>();
  readonly users = new Map<string, { active: boolean; guest: boolean; emails: string[] }>();

  /** Everybody that this user is, by walking up from every group that holds them. */
  #standing(user: string): Set<string> {
    const facts = this.users.get(user);
    const all = new Set<string>();
    if (facts === undefined || !facts.active) return all;
    const waiting = [user, 'anyone', 'everyone', ...(facts.guest ? [] : ['tenant'])];
    waiting.push(...facts.emails.flatMap((email) => [`mail:${email}`, `domain:${email.split('@')[1]}`]));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (all.has(next)) continue;
      all.add(next);
      for (const [group, inside] of this.members) if (inside.has(next)) waiting.push(group);
    }
    return all;
  }

  mayRead(user: string, key: string, now: Date, gates: readonly string[]): boolean {
    const chain = this.#chain(key);
    const standing = this.#standing(user);
    if (chain === null) return false;
    for (const item of chain) {
      const reads = item.grants.some(
        (grant) =>
          standing.has(keyOf(grant.subject)) &&
          gates.includes(grant.gate) &&
          grant.role !== 'none' &&
          (grant.expiresAt == null || grant.expiresAt > now),
      );
      if (reads) return true;
      if (!item.inherits) return false;
    }
    return false;
  }

  /** From the item to its root; null when something on the way is missing, deleted, or the way does not end. */
  #chain(key: string) {
    const chain = [];
    const seen = new Set<string>();
    for (let at: string | null = key; at !== null; ) {
      const item = this.items.get(at);
      if (item === undefined || item.deleted || seen.has(at)) return null;
      seen.add(at);
      chain.push(item);
      at = item.parent;
    }
    return chain;
  }

  directory(): DirectoryPage {
    const principals = [...this.users].map(
      ([key, { active, guest, emails }]): Principal => ({
        key,
        sourceId: key,
        kind: 'user',
        name: key,
        emails,
        active,
        guest,
      }),
    );
    const groups = [...this.members.keys()].map(
      (key): Principal => ({ key, sourceId: key, kind: 'group', name: key, emails: [], active: true, guest: false }),
    );
    const members = [...this.members].map(([groupKey, inside]) => ({ groupKey, members: [...inside].map(subjectOf) }));
    return { principals: [...principals, ...groups], members, memberOf: [], removed: [], complete: true };
  }
}

export const subjectOf = (key: string): Subject => {
  const [kind = '', rest = ''] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
  if (kind === 'mail') return { kind: 'mail', email: rest };
  if (kind === 'domain') return { kind: 'domain', domain: rest };
  if (kind === 'user' || kind === 'group') return { kind, key };
  return { kind: key as 'tenant' | 'everyone' | 'anyone' };
};

export const keyOf = (subject: Subject): string =>
  'key' in subject
    ? subject.key
    : subject.kind === 'mail'
      ? `mail:${subject.email.toLowerCase()}`
      : subject.kind === 'domain'
        ? `domain:${subject.domain}`
        : subject.kind;
