import type { Platform } from '#platform/context.ts';
import type { ConnectionRow } from '../access-sync.tables.ts';
import { activateMembers } from '../graph/activate-members.ts';
import { applyDirectory } from '../graph/apply-directory.ts';
import { requireFence } from '../graph/fence.ts';
import { type Rest, saveRests } from '../graph/space.store.ts';
import type { Pass, ProviderClient } from '../provider-client.ts';
import { Coalescer } from './coalescer.ts';
import { DirectoryReads, type Reading, type Wanted } from './directory-reads.ts';
import { addressesIn, heldBelow, heldItems, heldPrincipals } from './held.store.ts';
import { directoryGeneration, forgetOldChanges, noteDirectoryTime, saveSpaces } from './sync.store.ts';

/** One holder of the lease on one connection, at work. */
export interface Session {
  readonly platform: Platform;
  readonly connection: ConnectionRow;
  readonly client: ProviderClient;
  readonly fence: number;
  readonly signal: AbortSignal;
  readonly pass: Pass;
  readonly people: DirectoryReads;
  /** Polls that found nothing. */
  readonly idle: Coalescer<Rest, void>;
}

/** Room for the requests of one lease: the first tick of the next one is larger than any of this one. */
const TICKS_PER_FENCE = 100_000_000;

export function openSession(
  platform: Platform,
  connection: ConnectionRow,
  client: ProviderClient,
  lease: { readonly fence: number; readonly signal: AbortSignal },
): Session {
  const { fence, signal } = lease;
  const db = platform.db.queries;
  let ticks = 0;
  const pass: Pass = {
    signal,
    now: platform.now,
    tick: () => fence * TICKS_PER_FENCE + ++ticks,
    below: (itemKey) => heldBelow(db, connection.id, itemKey),
    held: (itemKeys) => heldItems(db, connection.id, itemKeys),
    principals: (kind) => heldPrincipals(db, connection.id, kind),
    people: () => addressesIn(db, connection.organization_id),
  };
  const session: Session = {
    platform,
    connection,
    client,
    fence,
    signal,
    pass,
    people: new DirectoryReads((wanted) => readDirectory(session, wanted)),
    idle: new Coalescer((rests: readonly Rest[]) => saveCursors({ platform, connection, fence }, rests)),
  };
  return session;
}

/** Keeps the places of polls that found nothing: most do, and where everybody's files are a space there are many. */
async function saveCursors(
  { platform, connection, fence }: Pick<Session, 'platform' | 'connection' | 'fence'>,
  rests: readonly Rest[],
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await requireFence(tx, connection.id, fence);
    await saveRests(tx, connection.id, rests);
    await activateMembers(tx, connection.id, platform.now());
  });
}

/** With more groups than this, reading all of them in one go is not slower. */
const MOST_GROUPS = 200;

/** People, groups and memberships: from end to end, or everybody with the members of some groups. */
async function readDirectory(session: Session, wanted: Wanted): Promise<Reading> {
  const { platform, connection, client, fence, pass } = session;
  const { db, now } = platform;
  const truthAt = now();
  const beganAt = performance.now();
  const began = pass.tick();
  const generation = await directoryGeneration(db.queries, connection.id);
  const some = wanted === 'all' || generation === 0 || wanted.size > MOST_GROUPS ? null : [...wanted];
  const kept: string[] = [];
  for await (const page of some === null ? client.directory(pass) : client.people(some, pass)) {
    kept.push(...(page.kept ?? []));
    const batch = {
      ...page,
      fence,
      ticks: { began, ended: pass.tick() },
      generation: page.complete ? generation + 1 : generation,
      truthAt,
      now: now(),
    };
    await db.transaction((tx) => applyDirectory(tx, connection.id, batch));
  }
  const tookMs = performance.now() - beganAt;
  if (some === null) await noteDirectoryTime(db.queries, connection.id, tookMs);
  return { tookMs, kept };
}

const CHANGES_KEPT_MS = 90 * 24 * 3600 * 1000;

/** Which drives there are. A listing that fails says nothing about them. */
export async function listSpaces({ platform, connection, client, fence, pass }: Session): Promise<void> {
  const spaces = await client.spaces(pass);
  await platform.db.transaction(async (tx) => {
    await requireFence(tx, connection.id, fence);
    await saveSpaces(tx, connection.id, spaces, platform.now());
    await forgetOldChanges(tx, connection.id, new Date(platform.now().getTime() - CHANGES_KEPT_MS));
  });
}
