import type { ItemPage, ItemUpsert, Space } from '../model.ts';
import { readAnswer } from '../outbound/outbound.ts';
import type { HeldItem } from '../provider-client.ts';
import type { ProviderBConfig } from '../provider-config.ts';
import { type DriveParts, heldAsItem } from './changes.ts';
import { Drive, Site } from './graph.schema.ts';
import { collectionOf, type Graph } from './graph.ts';
import { inheriting, ownList, type ReadAcl, readPermissions } from './permission-reader.ts';

/** Without the filter, sites that were made inside others are listed too: they have libraries of their own. */
const SITES = '/sites';
const ROOTS = `${SITES}?$filter=${encodeURIComponent('siteCollection/root ne null')}&$top=200`;

/** Every document library of the sites asked for. A site that is gone has no libraries. */
export async function listSpaces(config: ProviderBConfig, graph: Graph, signal: AbortSignal): Promise<Space[]> {
  const sites = config.siteIds
    ? (await Promise.all(config.siteIds.map((id) => oneSite(graph, id, signal)))).flat()
    : await allSites(graph, signal);
  const paths = sites.map(({ id }) => `/sites/${siteSegment(id)}/drives`);
  const replies = await graph.batch(paths, signal);
  const spaces: Space[] = [];
  for (const [index, site] of sites.entries()) {
    const reply = replies[index];
    if (!reply || reply.status === 404) continue;
    for (const drive of await graph.rest(Drive, reply, paths[index] ?? '', signal))
      spaces.push({
        key: drive.id,
        name: `${site.displayName ?? site.name ?? site.id}/${drive.name ?? drive.id}`,
        siteKey: site.id,
      });
  }
  return spaces;
}

/** Not every provider of the route knows the filter. */
async function allSites(graph: Graph, signal: AbortSignal): Promise<Site[]> {
  const roots = await graph.get(ROOTS, signal);
  if (roots.status === 400 || roots.status === 501) return graph.collect(Site, SITES, signal);
  return graph.rest(Site, roots, ROOTS, signal);
}

/** The three parts of a site's id are parted by commas, which stay as they are. */
export const siteSegment = (id: string): string => encodeURIComponent(id).replaceAll('%2C', ',');

async function oneSite(graph: Graph, id: string, signal: AbortSignal): Promise<Site[]> {
  const path = `/sites/${siteSegment(id)}`;
  const reply = await graph.get(path, signal);
  if (reply.status === 404) return [];
  if (reply.status !== 200) collectionOf(reply, path);
  return [readAnswer(Site, reply.body, path)];
}

const AT_ONCE = 100;

/**
 * Reads permissions again. An item that is held as inheriting is compared with its parent: the provider shows the whole
 * list in both cases, so only a difference tells that it has one of its own now.
 */
export async function* verifyItems(parts: DriveParts, items: readonly HeldItem[]): AsyncGenerator<ItemPage> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = items.slice(at, at + AT_ONCE);
    yield { ...(await verifySome(parts, some)), cursor: null, complete: at + AT_ONCE >= items.length };
  }
}

async function verifySome(
  { graph, driveId, place, pass }: DriveParts,
  items: readonly HeldItem[],
): Promise<Pick<ItemPage, 'upserts' | 'deletes'>> {
  const parents = items.filter(({ inherits }) => inherits).flatMap(({ parentKey }) => parentKey ?? []);
  const parentIds = new Map((await pass.held([...new Set(parents)])).map((one) => [one.key, one.sourceId]));
  const aclTick = pass.tick();
  const ids = [...new Set([...items.map(({ sourceId }) => sourceId), ...parentIds.values()])];
  const acls = await readPermissions(graph, driveId, ids, place, pass.signal);
  const upserts: ItemUpsert[] = [];
  const deletes: { key: string; tick: number }[] = [];
  for (const held of items) {
    const acl = acls.get(held.sourceId);
    if (!acl) continue;
    if (acl.state === 'gone') {
      deletes.push({ key: held.key, tick: aclTick });
      continue;
    }
    const above = held.inherits ? acls.get(parentIds.get(held.parentKey ?? '') ?? '') : undefined;
    const known = above && sameList(acl, above) ? inheriting : ownList(acl.grants);
    upserts.push({ item: heldAsItem(held), acl: known, tick: 0, aclTick });
  }
  return { upserts, deletes };
}

const sameList = (a: ReadAcl, b: ReadAcl): boolean => a.state === 'read' && b.state === 'read' && print(a) === print(b);

const print = (acl: ReadAcl): string =>
  acl.state === 'gone'
    ? ''
    : acl.grants
        .map((grant) => JSON.stringify(grant.raw))
        .sort()
        .join('\n');
