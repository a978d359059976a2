import type { SpaceRow } from '../access-sync.tables.ts';
import { applyBatch, type Times } from '../graph/apply-batch.ts';
import type { Expansion } from '../graph/expansion.store.ts';
import { requireFence } from '../graph/fence.ts';
import { revokeWithdrawn } from '../graph/revoke.ts';
import { beginCrawl, dropSpace, StaleGeneration } from '../graph/space.store.ts';
import type { Batch, ItemPage, Space } from '../model.ts';
import { ProviderProblem } from '../provider-client.ts';
import { ChangeSet } from './change-set.ts';
import { leastVerified } from './held.store.ts';
import type { Session } from './session.ts';
import { spaceById } from './sync.store.ts';

/** After so many rounds a feed that never rests is taken as it is. */
const MOST_ROUNDS = 4;

const asSpace = ({ key, name, site_key }: SpaceRow): Space => ({ key, name, siteKey: site_key });

/** Items to read again beside the poll, for what feeds are known to miss. */
export interface Suspicion {
  readonly before: Date;
  readonly most: number;
  /** Told how many there were. */
  readonly spend?: (count: number) => void;
}

/**
 * What changed since the last poll. Places and permissions are read one after the other, so together they may never have
 * been true: the feed is asked again until it has nothing more to say, and all of it comes into force at once. What is
 * withdrawn does not wait for that.
 */
export async function pollSpace(session: Session, space: SpaceRow, suspicion: Suspicion): Promise<void> {
  const { platform, client, pass } = session;
  if (space.cursor === null || space.crawl_generation !== null) return crawlSpace(session, space, null);
  const hear = async (page: ItemPage) => {
    changes.add(page);
    await withdraw(session, { ...pollOf(session, space, page), complete: false });
  };
  const truth = { truthAt: platform.now(), truthTick: pass.tick() };
  const changes = new ChangeSet();
  const { before, most } = suspicion;
  const suspects = most > 0 ? await leastVerified(platform.db.queries, space.id, before, most) : [];
  suspicion.spend?.(suspects.length);
  if (suspects.length > 0) {
    for await (const page of client.verify(asSpace(space), suspects, pass)) await hear(page);
  }
  let cursor = space.cursor;
  for (let round = 1; ; round++) {
    const before = changes.size;
    for await (const page of client.poll(asSpace(space), cursor, pass)) {
      await hear(page);
      cursor = page.cursor ?? cursor;
    }
    if (changes.size === 0) {
      const { truthAt: at, truthTick: tick } = truth;
      return session.idle.with({ id: space.id, generation: space.generation, cursor, at, tick });
    }
    const last = round >= MOST_ROUNDS || (round > 1 && changes.size === before);
    const again = async (keys: readonly string[]) => {
      const lists = (await pass.held(keys)).filter(({ spaceKey }) => spaceKey === space.key);
      if (lists.length > 0) for await (const page of client.verify(asSpace(space), lists, pass)) await hear(page);
    };
    if (await applyPoll(session, space, changes, { ...truth, cursor, last, again })) return;
  }
}

/** What a page takes away is in force at once, whatever else it says. */
async function withdraw({ platform, connection }: Session, page: Batch): Promise<void> {
  if (page.upserts.length + page.deletes.length === 0) return;
  await platform.db.transaction((tx) => revokeWithdrawn(tx, connection.id, page, platform.now()));
}

const pollOf = ({ fence }: Session, space: SpaceRow, page: ItemPage): Batch => ({
  ...page,
  ...{ spaceKey: space.key, mode: 'poll', generation: space.generation, fence, cause: 'poll' },
});

/** Takes a batch back that may not come into force as it is. */
class NotYet extends Error {
  /** What must be read first; null: the feed must be asked again. */
  readonly expansion: Expansion | null;

  constructor(expansion: Expansion | null) {
    super('Not yet');
    this.expansion = expansion;
  }
}

/**
 * True when it came into force: because nothing became different, or because the feed had said all. Where somebody may
 * read more by it, the lists above are read first, for a feed may have kept silent about them, and then the members of the
 * groups in question: they may have left since the directory was read.
 */
async function applyPoll(
  session: Session,
  space: SpaceRow,
  changes: ChangeSet,
  end: Pick<Times, 'truthAt' | 'truthTick'> & {
    readonly cursor: string;
    readonly last: boolean;
    /** Reads the permissions of these once more. */
    readonly again: (itemKeys: readonly string[]) => Promise<void>;
  },
): Promise<boolean> {
  const { platform, connection } = session;
  let checked: Set<string> | null = null;
  const seen = new Set<string>();
  for (;;) {
    const batch = pollOf(session, space, { ...changes.said, cursor: end.cursor, complete: true });
    try {
      await platform.db.transaction(async (tx) => {
        const { changes, expansion } = await applyBatch(tx, connection.id, batch, { ...end, now: platform.now() });
        if (changes > 0 && !end.last) throw new NotYet(null);
        if (expansion === 'all' || expansion === null) return;
        const unseen = expansion.lists.some((key) => !seen.has(key));
        if (unseen || checked === null || expansion.groups.some((key) => !checked?.has(key)))
          throw new NotYet(expansion);
      });
      return true;
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      if (error.expansion === null) return false;
      const unseen = error.expansion.lists.filter((key) => !seen.has(key));
      for (const key of unseen) seen.add(key);
      await end.again(unseen);
      checked = new Set(error.expansion.groups);
      await session.people.confirm(checked);
    }
  }
}

/** Reads the space from end to end. What is held of it keeps serving until the last page. */
export async function crawlSpace(session: Session, space: SpaceRow, restartAt: string | null): Promise<void> {
  const { platform, connection, client, fence, pass } = session;
  const { db, now } = platform;
  const resumed = restartAt === null && space.crawl_generation !== null ? space : null;
  const began = resumed?.crawl_began_at ?? now();
  const truthTick = resumed?.crawl_tick ?? pass.tick();
  const generation = await db.transaction(async (tx) => {
    await requireFence(tx, connection.id, fence);
    return resumed?.crawl_generation ?? beginCrawl(tx, space, { tick: truthTick, at: began, cursor: restartAt });
  });
  const take = async (page: ItemPage) => {
    if (!page.complete && page.cursor === null && page.upserts.length + page.deletes.length === 0) return;
    const batch: Batch = { ...page, spaceKey: space.key, mode: 'crawl', generation, fence, cause: 'crawl' };
    if (space.generation > 0) await withdraw(session, batch);
    await db.transaction((tx) => applyBatch(tx, connection.id, batch, { now: now(), truthAt: began, truthTick }));
  };
  let cursor: string | null = null;
  for await (const page of client.crawl(asSpace(space), resumed?.crawl_cursor ?? restartAt, pass)) {
    // The cursor of the last page is where polls go on, not where an interrupted crawl does.
    await take({ ...page, complete: false, cursor: page.complete ? null : page.cursor });
    if (page.complete) cursor = page.cursor;
  }
  if (cursor === null) throw new ProviderProblem('unavailable', `The listing of ${space.name} ended without a cursor.`);
  const changes = new ChangeSet();
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const before = changes.size;
    for await (const page of client.poll(asSpace(space), cursor, pass)) {
      changes.add(page);
      await take({ ...page, complete: false, cursor: null });
      cursor = page.cursor ?? cursor;
    }
    if (changes.size === before) break;
  }
  // As with a poll: nobody may read more by what was listed and by groups they have left since.
  await session.people.confirm('all');
  await take({ upserts: [], deletes: [], cursor, complete: true });
}

/** Brings one space in step. What was dropped while it was read is in step with nothing: its owner is not there. */
export async function readSpace(session: Session, space: SpaceRow, suspicion: Suspicion): Promise<void> {
  try {
    await readOrRestart(session, space, suspicion);
  } catch (error) {
    const dropped = error instanceof StaleGeneration && (await stateOf(session, space)) === undefined;
    if (!dropped) throw error;
  }
}

const stateOf = ({ platform }: Session, { id }: SpaceRow) => spaceById(platform.db.queries, id);

/** Polls, or crawls where there is nothing to poll from; a lost feed is crawled again, a lost space is dropped. */
async function readOrRestart(session: Session, space: SpaceRow, suspicion: Suspicion): Promise<void> {
  const { platform, connection, fence } = session;
  try {
    await pollSpace(session, space, suspicion);
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    if (error.trouble === 'cursorGone') {
      const row = await stateOf(session, space);
      // Not where a crawl was interrupted either: that place may be what is gone.
      if (row !== undefined) await crawlSpace(session, { ...row, crawl_generation: null }, error.restartAt);
    } else if (error.trouble === 'spaceGone') {
      await platform.db.transaction(async (tx) => {
        await requireFence(tx, connection.id, fence);
        await dropSpace(tx, space, platform.now());
      });
    } else throw error;
  }
}
