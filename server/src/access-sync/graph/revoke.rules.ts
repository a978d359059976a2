import { groupBy } from '#platform/group-by.ts';
import type { GrantRow } from '../access-sync.tables.ts';
import type { Acl, Gate } from '../model.ts';
import { nodeOf } from './node.rules.ts';

/** What decides whether a grant counts, with the key of who holds it. */
export type HeldGrant = Pick<
  GrantRow,
  'item_id' | 'permission_id' | 'principal_id' | 'role' | 'gate' | 'expires_at'
> & {
  readonly key: string;
};

export interface Narrowed {
  readonly gone: readonly HeldGrant[];
  /** Those that go on with less than before. */
  readonly less: readonly HeldGrant[];
}

const WIDTH: Readonly<Record<Gate, number>> = { never: 0, organizationLink: 1, always: 2 };

type Reach = Pick<HeldGrant, 'role' | 'gate' | 'expires_at'>;

const counts = ({ role, gate }: Reach): boolean => role !== 'none' && gate !== 'never';

const lasts = (at: Date | null): number => at?.getTime() ?? Number.POSITIVE_INFINITY;

const covers = (told: Reach, held: Reach): boolean =>
  !counts(held) ||
  (counts(told) && WIDTH[told.gate] >= WIDTH[held.gate] && lasts(told.expires_at) >= lasts(held.expires_at));

/**
 * Of the grants that are held, what a newer list takes away. Whoever is in it again keeps what both say: under which
 * permission does not matter, because nobody shall lose for a moment what they were merely given anew.
 */
export function findWithdrawn(held: readonly HeldGrant[], told: Extract<Acl, { state: 'known' }>): Narrowed {
  const byKey = groupBy(told.grants, ({ subject }) => nodeOf(subject).key);
  const gone: HeldGrant[] = [];
  const less: HeldGrant[] = [];
  for (const grant of held) {
    const same = (byKey.get(grant.key) ?? []).map(
      ({ role, gate, expiresAt }): Reach => ({ role, gate, expires_at: expiresAt ?? null }),
    );
    if (same.some((one) => covers(one, grant))) continue;
    const rest = same.find(counts);
    if (rest === undefined) gone.push(grant);
    else less.push({ ...grant, ...bothSay(grant, rest) });
  }
  return { gone, less };
}

const bothSay = (a: Reach, b: Reach): Reach => ({
  role: b.role,
  gate: WIDTH[a.gate] < WIDTH[b.gate] ? a.gate : b.gate,
  expires_at: lasts(a.expires_at) < lasts(b.expires_at) ? a.expires_at : b.expires_at,
});
