import type { Platform } from '#platform/context.ts';
import type { ConnectionRow } from '../access-sync.tables.ts';
import type { Rest } from '../graph/space.store.ts';
import type { Pass, ProviderClient } from '../provider-client.ts';
import { addressesIn, heldBelow, heldItems, heldPrincipals } from './held.store.ts';
import { keepPlaces } from './keep-places.ts';
import { People } from './people.ts';
import { readDirectory } from './read-directory.ts';
import { Together } from './together.ts';

/** One holder of the lease on one connection, at work. */
export interface Session {
  readonly platform: Platform;
  readonly connection: ConnectionRow;
  readonly client: ProviderClient;
  readonly fence: number;
  readonly signal: AbortSignal;
  readonly pass: Pass;
  readonly people: People;
  /** Polls that found nothing. */
  readonly idle: Together<Rest, void>;
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
    people: new People((wanted) => readDirectory(session, wanted)),
    idle: new Together((rests: readonly Rest[]) => keepPlaces({ platform, connection, fence }, rests)),
  };
  return session;
}
