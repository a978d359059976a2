import { pageOf } from '#platform/http/page.ts';
import { type RouteRecord, route } from '#platform/http/route.ts';
import { CatalogChange, CatalogItem, CatalogQuery } from './catalog-item.schema.ts';
import { changeCatalogItem, getCatalogItem, listCatalogItems } from './catalog-items.ts';

const common = { part: 'data', history: { added: 'v2.0' } } as const;

export const catalogItemRoutes: readonly RouteRecord[] = [
  route({
    ...common,
    access: 'account',
    method: 'GET',
    path: '/api/v2/catalogItems/',
    operation: 'listCatalogItems',
    summary: 'Search the catalog',
    query: CatalogQuery,
    replies: { 200: pageOf(CatalogItem) },
    handle: (ctx, { url, query }) => listCatalogItems(ctx, url, query),
  }),
  route({
    ...common,
    access: 'account',
    method: 'GET',
    path: '/api/v2/catalogItems/{catalogId}/',
    operation: 'getCatalogItem',
    summary: 'One catalog item',
    replies: { 200: CatalogItem },
    handle: (ctx, { params }) => getCatalogItem(ctx, params.catalogId),
  }),
  route({
    ...common,
    access: 'account',
    method: 'PATCH',
    path: '/api/v2/catalogItems/{catalogId}/',
    operation: 'changeCatalogItem',
    summary: 'Rename, describe or tag a catalog item',
    body: CatalogChange,
    replies: { 200: CatalogItem },
    handle: (ctx, { params, body }) => changeCatalogItem(ctx, params.catalogId, body),
  }),
];
