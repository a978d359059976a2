import { z } from 'zod';
import { accessControlRoutes, sharedRolesRoutes } from '#accounts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { type RouteRecord, route } from '#platform/http/route.ts';
import { changeDataStore, deleteDataStore } from './change-data-store.ts';
import { createDataStore } from './create-data-store.ts';
import { listCredentialsFor } from './credentials/associate.ts';
import { credentialRoutes } from './credentials/credential.routes.ts';
import { Credential } from './credentials/credential.schema.ts';
import { DATA_STORE } from './data-store.kind.ts';
import { DataStore, DataStoreChange, DataStoreCreate, DataStoreQuery, OneDataStoreQuery } from './data-store.schema.ts';
import { Driver } from './driver.ts';
import { exploreRoutes } from './explore.routes.ts';
import { getDataStore, getDriver, listDataStores, listDrivers } from './read-data-stores.ts';

const shared = { part: 'data', history: { added: 'v2.10' } } as const;
const ALL = '/api/v2/externalDataStores/';
const ONE = '/api/v2/externalDataStores/{dataStoreId}/';
const shareable = { kind: DATA_STORE, path: ONE, name: 'DataStore', part: 'data', added: 'v2.14' } as const;
const DriverQuery = pageQuery().extend({ type: z.enum(['jdbc', 'dr-database-v1', 'all']).default('all') });

export const dataStoreRoutes: readonly RouteRecord[] = [
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: '/api/v2/externalDataDrivers/',
    operation: 'listDataDrivers',
    summary: 'The kinds of databases that can be data stores',
    query: DriverQuery,
    replies: { 200: pageOf(Driver) },
    handle: (ctx, { url, query }) => listDrivers(ctx, url, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: '/api/v2/externalDataDrivers/{driverId}/',
    operation: 'getDataDriver',
    summary: 'One kind of database',
    replies: { 200: Driver },
    handle: (_ctx, { params }) => getDriver(params.driverId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: ALL,
    operation: 'listDataStores',
    summary: 'The data stores you can see',
    query: DataStoreQuery,
    replies: { 200: pageOf(DataStore) },
    handle: (ctx, { url, query }) => listDataStores(ctx, url, query),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'POST',
    path: ALL,
    operation: 'createDataStore',
    summary: 'Register a database; nothing is connected to yet',
    body: DataStoreCreate,
    replies: { 201: DataStore },
    handle: (ctx, { body }) => createDataStore(ctx, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: ONE,
    operation: 'getDataStore',
    summary: 'One data store',
    query: OneDataStoreQuery,
    replies: { 200: DataStore },
    handle: (ctx, { params }) => getDataStore(ctx, params.dataStoreId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'PATCH',
    path: ONE,
    operation: 'changeDataStore',
    summary: 'Rename a data store or change its address',
    body: DataStoreChange,
    replies: { 200: DataStore },
    handle: (ctx, { params, body }) => changeDataStore(ctx, params.dataStoreId, body),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'DELETE',
    path: ONE,
    operation: 'deleteDataStore',
    summary: 'Forget a data store; the database itself is not touched',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteDataStore(ctx, params.dataStoreId),
  }),
  route({
    ...shared,
    access: 'account',
    method: 'GET',
    path: `${ONE}credentials/` as const,
    operation: 'listDataStoreCredentials',
    summary: 'Your credentials for a data store, the default one first',
    query: pageQuery(),
    replies: { 200: pageOf(Credential) },
    handle: (ctx, { params, url, query }) => listCredentialsFor(ctx, params.dataStoreId, url, query),
  }),
  ...exploreRoutes,
  ...sharedRolesRoutes(shareable),
  ...accessControlRoutes(shareable),
  ...credentialRoutes,
];
