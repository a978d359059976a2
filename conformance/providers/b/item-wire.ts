import type { Prefer } from './prefer.ts';
import { type Item, permissionRoot, type World } from './world.ts';

type Json = Record<string, unknown>;

/** A drive item as a feed shows it: what is said about sharing depends on the header and on the change. */
export function itemJson(
  world: World,
  item: Item,
  entry: { readonly sharing: boolean; readonly stale: boolean },
  prefer: Prefer,
  sharing: boolean,
  behaviors: { readonly annotation: 'string' | 'boolean' },
): Json {
  const place = entry.stale && item.before ? item.before : { parentId: item.parentId, name: item.name };
  const parentReference = parentOf(item, place.parentId);
  if ((item.deleted || item.hidden) && !entry.stale)
    return { id: item.id, parentReference, deleted: { state: 'deleted' }, ...kindOf(item) };
  return {
    ...describe(world, item),
    name: place.name,
    parentReference,
    ...sharedFacet(world, item, entry.sharing, prefer),
    ...(entry.sharing &&
      sharing && { '@microsoft.graph.sharedChanged': behaviors.annotation === 'string' ? 'True' : true }),
  };
}

export function describe(world: World, item: Item): Json {
  return {
    id: item.id,
    name: item.name,
    eTag: `"{${item.id}},${world.seq}"`,
    webUrl: `https://${world.host}/${encodeURIComponent(item.name)}`,
    lastModifiedDateTime: new Date(world.now()).toISOString(),
    parentReference: parentOf(item, item.parentId),
    ...kindOf(item),
    ...(item.parentId === null && { root: {} }),
  };
}

/** The path is left out on purpose: it is not reliable in feeds. */
const parentOf = (item: Item, parentId: string | null): Json => ({
  driveId: item.driveId,
  driveType: 'documentLibrary',
  ...(parentId !== null && { id: parentId }),
});

const kindOf = (item: Item): Json =>
  item.folder ? { folder: { childCount: item.children.size } } : { file: { mimeType: 'text/plain' } };

/**
 * With `hierarchicalsharing` only roots of a permission hierarchy and items whose sharing just changed carry the facet;
 * it is empty when nobody else is named, and also when sharing was taken away and the item inherits again.
 */
function sharedFacet(world: World, item: Item, changed: boolean, prefer: Prefer): Json {
  if (prefer.hierarchical && !item.unique && !changed) return {};
  const { grants } = prefer.hierarchical ? item : permissionRoot(world, item);
  if (grants.length === 0) return prefer.hierarchical ? { shared: {} } : {};
  const scope = grants.find((grant) => grant.link)?.link?.scope ?? 'users';
  return { shared: { scope } };
}
