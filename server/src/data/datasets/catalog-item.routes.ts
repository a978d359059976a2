import { pageOf } from '#platform/http/page.ts';
import { type RouteRecord, route } from '#platform/http/route.ts';
import { CatalogChange, CatalogItem, CatalogQuery } from './catalog-item.schema.ts';
import { changeCatalogItem, getCatalogItem, listCatalogItems } from './catalog-items.ts';

const history = { added: 'v2.0' };

export const catalogItemRoutes: readonly RouteRecord[] = [
  route({
    method: 'GET',
    path: '/api/v2/catalogItems/',
    operation: 'listCatalogItems',
    part: 'data',
    summary: 'Search the catalogue',
    history,
    access: 'account',
    query: CatalogQuery,
    replies: { 200: pageOf(CatalogItem) },
    handle: (ctx, { url, query }) => listCatalogItems(ctx, url, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/catalogItems/{catalogId}/',
    operation: 'getCatalogItem',
    part: 'data',
    summary: 'One thing of the catalogue',
    history,
    access: 'account',
    replies: { 200: CatalogItem },
    handle: (ctx, { params }) => getCatalogItem(ctx, params.catalogId),
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/catalogItems/{catalogId}/',
    operation: 'changeCatalogItem',
    part: 'data',
    summary: 'Rename, describe or tag a thing of the catalogue',
    history,
    access: 'account',
    body: CatalogChange,
    replies: { 200: CatalogItem },
    handle: (ctx, { params, body }) => changeCatalogItem(ctx, params.catalogId, body),
  }),
];
