import { route } from '#platform/http/route.ts';
import {
  ColumnList,
  ColumnsInput,
  Login,
  Preview,
  PreviewInput,
  Schemas,
  TableList,
  TablesInput,
  Tested,
} from './data-store.schema.ts';
import { listColumns, listSchemas, listTables, previewTable, testDataStore } from './explore.ts';

const shared = { method: 'POST', part: 'data', history: { added: 'v2.10' } } as const;
const ONE = '/api/v2/externalDataStores/{dataStoreId}/';

/** POST, because they carry who signs in. */
export const exploreRoutes = [
  route({
    ...shared,
    access: 'account',
    path: `${ONE}test/` as const,
    operation: 'testDataStore',
    summary: 'Try to sign in to a data store',
    body: Login,
    bodyOptional: true,
    replies: { 200: Tested },
    handle: (ctx, { params, body }) => testDataStore(ctx, params.dataStoreId, body ?? {}),
  }),
  route({
    ...shared,
    access: 'account',
    path: `${ONE}schemas/` as const,
    operation: 'listDataStoreSchemas',
    summary: 'The schemas of a data store',
    body: Login,
    bodyOptional: true,
    replies: { 200: Schemas },
    handle: (ctx, { params, body }) => listSchemas(ctx, params.dataStoreId, body ?? {}),
  }),
  route({
    ...shared,
    access: 'account',
    path: `${ONE}tables/` as const,
    operation: 'listDataStoreTables',
    summary: 'The tables and views of a data store, of one schema or of all',
    body: TablesInput,
    bodyOptional: true,
    replies: { 200: TableList },
    handle: (ctx, { params, body }) => listTables(ctx, params.dataStoreId, body ?? {}),
  }),
  route({
    ...shared,
    access: 'account',
    path: `${ONE}columns/` as const,
    operation: 'listDataStoreColumns',
    summary: 'The columns of a table or view',
    body: ColumnsInput,
    replies: { 200: ColumnList },
    handle: (ctx, { params, body }) => listColumns(ctx, params.dataStoreId, body),
  }),
  route({
    ...shared,
    access: 'account',
    path: `${ONE}preview/` as const,
    operation: 'previewDataStoreTable',
    summary: 'The first rows of a table or view, as text',
    body: PreviewInput,
    replies: { 200: Preview },
    handle: (ctx, { params, body }) => previewTable(ctx, params.dataStoreId, body),
  }),
];
