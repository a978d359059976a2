import { pageOf } from '#platform/http/page.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { DATASET } from '../versions/find-version.ts';
import { CatalogChange, CatalogItem, CatalogQuery } from './catalog-item.schema.ts';
import { changeCatalogItem, getCatalogItem, listCatalogItems } from './catalog-items.ts';

const route = routeGroup({ part: 'data', added: 'v2.0' });

export const catalogItemRoutes: readonly RouteRecord[] = [
  route.get('/api/v2/catalogItems/', 'listCatalogItems', {
    summary: 'Search the catalog',
    query: CatalogQuery,
    replies: { 200: pageOf(CatalogItem) },
    handle: (ctx, { url, query }) => listCatalogItems(ctx, url, query),
  }),
  route.get('/api/v2/catalogItems/{catalogId}/', 'getCatalogItem', {
    access: needs(DATASET, 'read', 'catalogId'),
    summary: 'One catalog item',
    replies: { 200: CatalogItem },
    handle: (ctx, { params }) => getCatalogItem(ctx, params.catalogId),
  }),
  route.patch('/api/v2/catalogItems/{catalogId}/', 'changeCatalogItem', {
    access: needs(DATASET, 'write', 'catalogId'),
    summary: 'Rename, describe or tag a catalog item',
    body: CatalogChange,
    replies: { 200: CatalogItem },
    handle: (ctx, { params, body }) => changeCatalogItem(ctx, params.catalogId, body),
  }),
];
