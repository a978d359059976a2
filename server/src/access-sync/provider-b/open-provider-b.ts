import type { Dispatcher } from 'undici';
import type { Timing } from '#platform/async/retry.ts';
import { type ItemPage, mergePages, type Space } from '../model.ts';
import type { Pace } from '../outbound/pace.ts';
import { type Pass, type ProviderClient, ProviderProblem } from '../provider-client.ts';
import type { ProviderBConfig } from '../provider-config.ts';
import {
  type Changes,
  changesOfListing,
  changesOfPoll,
  type DriveParts,
  type RecentChanges,
  trackRecentChanges,
} from './changes.ts';
import { type DeltaPage, deltaPages, wholeDrive } from './delta.ts';
import { readDirectory, readPeople } from './directory.ts';
import { type Graph, openGraph } from './graph.ts';
import { preflight } from './preflight.ts';
import { messageOf } from './retry-policy.ts';
import { listSpaces, verifyItems } from './sites.ts';

/** `pace` is shared by everything that uses the same app in the same tenant. */
export function openProviderB(
  config: ProviderBConfig,
  timing: Timing,
  pace: Pace,
  network: Dispatcher,
): ProviderClient {
  const graph = openGraph(config, timing, pace, network);
  let tenant: Promise<string> | null = null;
  const tenantId = (signal: AbortSignal) => {
    tenant ??= resolveTenant(graph, signal).catch((error: unknown) => {
      tenant = null;
      throw error;
    });
    return tenant;
  };
  const recents = new Map<string, RecentChanges>();
  const recentOf = (driveId: string, now: number): RecentChanges => {
    const known = recents.get(driveId) ?? trackRecentChanges();
    recents.set(driveId, known);
    known.forgetOld(now);
    return known;
  };
  const partsOf = async (space: Space, pass: Pass): Promise<DriveParts> => ({
    graph,
    driveId: space.key,
    place: { tenantId: await tenantId(pass.signal), collectionId: collectionOf(space.siteKey ?? '') },
    pass,
    recent: recentOf(space.key, pass.now().getTime()),
  });

  return {
    preflight: (signal) => preflight(config, graph, signal),
    spaces: (pass) => listSpaces(config, graph, pass.signal),
    async *crawl(space, resume, pass) {
      yield* follow(await partsOf(space, pass), resume ?? wholeDrive(space.key), changesOfListing);
    },
    async *poll(space, cursor, pass) {
      yield* follow(await partsOf(space, pass), cursor, changesOfPoll);
    },
    async *verify(space, items, pass) {
      yield* verifyItems(await partsOf(space, pass), items);
    },
    directory: (pass) => mergePages(readDirectory(graph, pass)),
    people: (groupKeys, pass) => mergePages(readPeople(graph, groupKeys, pass)),
  };
}

async function* follow(
  parts: DriveParts,
  from: string,
  translate: (parts: DriveParts, page: DeltaPage) => Promise<Changes>,
): AsyncGenerator<ItemPage> {
  for await (const page of deltaPages(parts.graph, parts.driveId, from, parts.pass))
    yield { ...(await translate(parts, page)), cursor: page.link, complete: page.complete };
}

async function resolveTenant(graph: Graph, signal: AbortSignal): Promise<string> {
  const reply = await graph.get('/organization', signal);
  const { value = [] } = (reply.body ?? {}) as { value?: { id?: string }[] };
  const id = value[0]?.id;
  if (reply.status === 200 && id !== undefined) return id;
  const trouble = reply.status === 403 ? 'unauthorized' : 'unavailable';
  throw new ProviderProblem(trouble, `The tenant's id could not be read: ${messageOf(reply)}`);
}

/** Ids of sites are host, collection and web; groups of a site belong to its collection. */
const collectionOf = (siteId: string): string => siteId.split(',').slice(0, 2).join(',');
