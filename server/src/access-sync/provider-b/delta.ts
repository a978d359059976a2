import { type Reply, readAnswer } from '../outbound/outbound.ts';
import { type Pass, ProviderProblem } from '../provider-client.ts';
import { DriveItem } from './graph.schema.ts';
import { collectionOf, type Graph } from './graph.ts';
import { codeOf, messageOf } from './retry-policy.ts';

/** All four in one header, on every call: a feed begun without them never tells about sharing, and links forget them. */
export const PREFER =
  'hierarchicalsharing, deltashowremovedasdeleted, deltatraversepermissiongaps, deltashowsharingchanges';

export interface DeltaPage {
  readonly items: readonly DriveItem[];
  /** Taken before the page was asked for. */
  readonly tick: number;
  /** The link to go on from; with `complete`, where the next poll starts. */
  readonly link: string;
  readonly complete: boolean;
}

export const drivePath = (driveId: string): string => `/drives/${encodeURIComponent(driveId)}`;

export const wholeDrive = (driveId: string): string => `${drivePath(driveId)}/root/delta`;

/** The pages of a drive's feed from a link on. A page may be empty and still not be the last. */
export async function* deltaPages(graph: Graph, driveId: string, from: string, pass: Pass): AsyncGenerator<DeltaPage> {
  for (let link = from; ; ) {
    const tick = pass.tick();
    const reply = await graph.get(link, pass.signal, { prefer: PREFER });
    if (reply.status !== 200) await refuse(reply, { graph, driveId, from, signal: pass.signal });
    const page = collectionOf(reply, link);
    const items = page.value.map((entry) => readAnswer(DriveItem, entry, link));
    const end = page['@odata.deltaLink'];
    const next = end ?? page['@odata.nextLink'];
    if (next === undefined) throw new ProviderProblem('unavailable', 'A page of the feed has no link to go on from.');
    yield { items, tick, link: next, complete: end !== undefined };
    if (end !== undefined) return;
    link = next;
  }
}

interface Feed {
  readonly graph: Graph;
  readonly driveId: string;
  readonly from: string;
  readonly signal: AbortSignal;
}

/** A drive goes with everything in it, so one that is missing from its feed is looked for itself first. */
async function refuse(reply: Reply, { graph, driveId, from, signal }: Feed): Promise<void> {
  if (reply.status === 404) {
    const drive = await graph.get(drivePath(driveId), signal);
    if (drive.status === 404) throw new ProviderProblem('spaceGone', `The drive is gone: ${messageOf(reply)}`);
    throw new ProviderProblem('unavailable', `The drive is there, and its feed was not found: ${messageOf(reply)}`);
  }
  if (reply.status !== 410 && codeOf(reply) !== 'resyncRequired') return;
  // Every variant asks for the same of somebody who never uploads: the server's state wins, list it all again.
  const { location } = reply.headers;
  throw new ProviderProblem('cursorGone', `The feed restarts (${codeOf(reply)}) after ${from.slice(0, 120)}`, {
    ...(location !== undefined && { restartAt: location }),
  });
}

/** Documented as the text "True", seen as a boolean. */
export const sharingChanged = (item: DriveItem): boolean => {
  const said = item['@microsoft.graph.sharedChanged'];
  return said === true || (typeof said === 'string' && said.toLowerCase() === 'true');
};
