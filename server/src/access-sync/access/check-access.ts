import type { Platform } from '#platform/context.ts';
import { domainKey, emailKey, mailKey } from '../graph/node.rules.ts';
import { type Counting, type Decisive, decisiveGrants, type Standing, standingOf, syncFacts } from './access.store.ts';
import { type Judgement, judge } from './freshness.rules.ts';

/** Somebody on this platform, or anybody else an administrator asks about. */
export interface Asker {
  readonly organizationId: string;
  readonly email: string;
}

/** One person's view of one connection, worked out once and good for any number of items. */
export interface View {
  readonly freshness: Judgement;
  readonly standing: Standing;
  readonly counting: Counting;
  /** Who may read nothing at all has no nodes: every question is answered with no. */
  decisive(itemKeys: readonly string[]): Promise<Decisive[]>;
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
  const believed = freshness.believed ? standing : NOBODY;
  return {
    freshness,
    standing: believed,
    counting,
    decisive: async (itemKeys) =>
      believed.nodes.length === 0 || itemKeys.length === 0
        ? []
        : decisiveGrants(db, connectionId, itemKeys, believed.nodes, counting),
  };
}

/** Which of these items the person may read now. Unknown connections and items are readable by nobody. */
export async function mayRead(
  platform: Pick<Platform, 'db' | 'now'>,
  connectionId: string,
  user: Asker,
  itemIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const filter = await readableFilter(platform, connectionId, user);
  return filter.among(itemIds);
}

export interface ReadableFilter {
  readonly freshness: Judgement;
  /** Those of the items that the person may read. */
  among(itemIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The same for many questions in a row: the person's groups are looked up once. Do not keep it for longer than a query. */
export async function readableFilter(
  platform: Pick<Platform, 'db' | 'now'>,
  connectionId: string,
  user: Asker,
): Promise<ReadableFilter> {
  const view = await viewOf(platform, connectionId, user);
  return {
    freshness: view?.freshness ?? { state: 'never', believed: false, lagSeconds: null },
    among: async (itemIds) => new Set((await (view?.decisive(itemIds) ?? [])).map(({ key }) => key)),
  };
}
