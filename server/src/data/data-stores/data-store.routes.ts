import { z } from 'zod';
import { accessControlRoutes, sharedRolesRoutes } from '#accounts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { credentialRoutes } from './credential.routes.ts';
import { Credential } from './credential.schema.ts';
import { listCredentialsFor } from './credentials.ts';
import * as schema from './data-store.schema.ts';
import * as dataStores from './data-stores.ts';
import { DATA_STORE } from './data-stores.ts';
import { Driver, getDriver, listDrivers } from './drivers.ts';
import { listColumns, listSchemas, listTables, previewTable, testDataStore } from './explore.ts';

const route = routeGroup({ part: 'data', added: 'v2.10' });
const ALL = '/api/v2/externalDataStores/';
const ONE = '/api/v2/externalDataStores/{dataStoreId}/';

const EXPLORE_REFUSALS = {
  404: ['data.no_such_credential'],
  422: [
    'data.store_cannot_connect',
    'data.store_no_credential',
    'data.store_place_refused',
    'data.store_query_failed',
    'data.store_unknown_host',
    'data.store_wrong_credential',
  ],
} as const;

/** POST, because they carry who signs in. */
const exploreRoutes = [
  route.post(`${ONE}test/` as const, 'testDataStore', {
    access: needs(DATA_STORE, 'use'),
    summary: 'Test the connection to a data store',
    body: schema.Login,
    bodyOptional: true,
    replies: { 200: schema.Tested },
    refusals: EXPLORE_REFUSALS,
    handle: (ctx, { params, body }) => testDataStore(ctx, params.dataStoreId, body ?? {}),
  }),
  route.post(`${ONE}schemas/` as const, 'listDataStoreSchemas', {
    access: needs(DATA_STORE, 'use'),
    summary: 'List the schemas of a data store',
    body: schema.Login,
    bodyOptional: true,
    replies: { 200: schema.Schemas },
    refusals: EXPLORE_REFUSALS,
    handle: (ctx, { params, body }) => listSchemas(ctx, params.dataStoreId, body ?? {}),
  }),
  route.post(`${ONE}tables/` as const, 'listDataStoreTables', {
    access: needs(DATA_STORE, 'use'),
    summary: 'List the tables and views of one schema or of all schemas',
    body: schema.TablesInput,
    bodyOptional: true,
    replies: { 200: schema.TableList },
    refusals: EXPLORE_REFUSALS,
    handle: (ctx, { params, body }) => listTables(ctx, params.dataStoreId, body ?? {}),
  }),
  route.post(`${ONE}columns/` as const, 'listDataStoreColumns', {
    access: needs(DATA_STORE, 'use'),
    summary: 'List the columns of a table or view',
    body: schema.ColumnsInput,
    replies: { 200: schema.ColumnList },
    refusals: { ...EXPLORE_REFUSALS, 404: ['data.no_such_credential', 'data.store_no_such_table'] },
    handle: (ctx, { params, body }) => listColumns(ctx, params.dataStoreId, body),
  }),
  route.post(`${ONE}preview/` as const, 'previewDataStoreTable', {
    access: needs(DATA_STORE, 'use'),
    summary: 'The first rows of a table or view, as text',
    body: schema.PreviewInput,
    replies: { 200: schema.Preview },
    refusals: { ...EXPLORE_REFUSALS, 404: ['data.no_such_credential', 'data.store_no_such_table'] },
    handle: (ctx, { params, body }) => previewTable(ctx, params.dataStoreId, body),
  }),
];

const shareable = { kind: dataStores.DATA_STORE, path: ONE, name: 'DataStore', part: 'data', added: 'v2.14' } as const;
const DriverQuery = pageQuery().extend({ type: z.enum(['jdbc', 'dr-database-v1', 'all']).default('all') });

export const dataStoreRoutes: readonly RouteRecord[] = [
  route.get('/api/v2/externalDataDrivers/', 'listDataDrivers', {
    summary: 'List the database drivers',
    query: DriverQuery,
    replies: { 200: pageOf(Driver) },
    handle: (ctx, { url, query }) => listDrivers(ctx, url, query),
  }),
  route.get('/api/v2/externalDataDrivers/{driverId}/', 'getDataDriver', {
    summary: 'One database driver',
    replies: { 200: Driver },
    refusals: { 404: ['data.no_such_driver'] },
    handle: (_ctx, { params }) => getDriver(params.driverId),
  }),
  route.get(ALL, 'listDataStores', {
    summary: 'List the data stores you can see',
    query: schema.DataStoreQuery,
    replies: { 200: pageOf(schema.DataStore) },
    handle: (ctx, { url, query }) => dataStores.listDataStores(ctx, url, query),
  }),
  route.post(ALL, 'createDataStore', {
    summary: 'Register a database; no connection is opened yet',
    body: schema.DataStoreCreate,
    replies: { 201: schema.DataStore },
    handle: (ctx, { body }) => dataStores.createDataStore(ctx, body),
  }),
  route.get(ONE, 'getDataStore', {
    access: needs(DATA_STORE, 'read'),
    summary: 'One data store',
    query: schema.OneDataStoreQuery,
    replies: { 200: schema.DataStore },
    handle: (ctx, { params }) => dataStores.getDataStore(ctx, params.dataStoreId),
  }),
  route.patch(ONE, 'changeDataStore', {
    access: needs(DATA_STORE, 'write'),
    summary: 'Rename a data store or change its JDBC URL',
    body: schema.DataStoreChange,
    replies: { 200: schema.DataStore },
    handle: (ctx, { params, body }) => dataStores.changeDataStore(ctx, params.dataStoreId, body),
  }),
  route.delete(ONE, 'deleteDataStore', {
    access: needs(DATA_STORE, 'own'),
    summary: 'Delete a data store; the database itself is not changed',
    replies: { 204: null },
    handle: (ctx, { params }) => dataStores.deleteDataStore(ctx, params.dataStoreId),
  }),
  route.get(`${ONE}credentials/` as const, 'listDataStoreCredentials', {
    access: needs(DATA_STORE, 'read'),
    summary: 'List your credentials for a data store, the default first',
    query: pageQuery(),
    replies: { 200: pageOf(Credential) },
    handle: (ctx, { params, url, query }) => listCredentialsFor(ctx, params.dataStoreId, url, query),
  }),
  ...exploreRoutes,
  ...sharedRolesRoutes(shareable),
  ...accessControlRoutes(shareable),
  ...credentialRoutes,
];
