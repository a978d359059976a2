import type { Space } from '../model.ts';
import type { ProviderBConfig } from './config.ts';
import { Drive, Site } from './graph.schema.ts';
import type { Graph } from './graph.ts';
import { collectionOf, read } from './graph.ts';

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
  return [read(Site, reply.body, path)];
}
