import type { Platform } from '#platform/context.ts';
import { domainKey, emailKey, mailKey } from '../graph/node.rules.ts';
import { type Counting, type Standing, standingOf, syncFacts } from './access.store.ts';
import { type Judgement, judge } from './freshness.rules.ts';

/** Somebody on this platform, or anybody else an administrator asks about. */
export interface Asker {
  readonly organizationId: string;
  readonly email: string;
}

/** One person's view of one connection, worked out once and good for any number of items. */
export interface View {
  readonly freshness: Judgement;
  /** Who may read nothing at all has no nodes. */
  readonly standing: Standing;
  readonly counting: Counting;
}

const NOBODY: Standing = { person_id: null, named: false, start: [], nodes: [] };

/** By what an address may be known: as somebody's, as what was granted something itself, as one of a domain. */
export function keysOf(address: string) {
  const email = emailKey(address);
  return { email, mail: mailKey(email), domain: domainKey(email.slice(email.lastIndexOf('@') + 1)) };
}

/** Undefined when the organization has no such connection. */
export async function viewOf(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  connectionId: string,
  { organizationId, email }: Asker,
): Promise<View | undefined> {
  const [row, standing] = await Promise.all([
    syncFacts(db, organizationId, connectionId),
    standingOf(db, connectionId, keysOf(email)),
  ]);
  if (row === undefined) return undefined;
  const at = now();
  const freshness = judge(row, at);
  const counting = { gates: row.organizationLinks === 'tenant' ? ['always', 'organizationLink'] : ['always'], now: at };
  return { freshness, standing: freshness.believed ? standing : NOBODY, counting };
}
