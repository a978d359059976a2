import pg from 'pg';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { Problem, problem, refuse } from '#platform/http/problem.ts';
import { reasonOf } from './connect.ts';
import { DataStoreProblems } from './data-store.problems.ts';
import type { ColumnsInput, LoginInput, PreviewInput, TablesInput } from './data-store.schema.ts';
import { columnsOf, databaseName, schemasOf, tablesOf } from './foreign-catalog.store.ts';
import { withDataStore } from './use-data-store.ts';

/** Signs in and asks one question. */
export const testDataStore = (ctx: Ctx, id: string, login: LoginInput) =>
  asking(ctx, id, login, async (client) => {
    await client.query('SELECT 1');
    return { message: 'Connection successful' };
  });

export const listSchemas = (ctx: Ctx, id: string, login: LoginInput) =>
  asking(ctx, id, login, async (client) => {
    const catalog = await databaseName(client);
    return { catalog, catalogs: [catalog], schemas: await schemasOf(client) };
  });

/** Without a schema: the tables of all schemas but the database's own. */
export const listTables = (ctx: Ctx, id: string, input: z.output<typeof TablesInput>) =>
  asking(ctx, id, input, async (client) => {
    const catalog = await databaseName(client);
    const elsewhere = input.catalog != null && input.catalog !== catalog;
    const found = elsewhere ? [] : await tablesOf(client, input.schema ?? null);
    return { catalog, tables: found.map((table) => ({ catalog, ...table })) };
  });

export const listColumns = (ctx: Ctx, id: string, input: z.output<typeof ColumnsInput>) =>
  asking(ctx, id, input, async (client) => ({ columns: await knownColumns(client, input) }));

const FEW_ROWS = 100;
const MOST_BYTES = 32 * 1024 ** 2;
const asText = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

export const previewTable = (ctx: Ctx, id: string, input: z.output<typeof PreviewInput>) =>
  asking(ctx, id, input, async (client) => {
    const columns = await knownColumns(client, input);
    const names = [input.schema, input.table].flatMap((name) => (name == null ? [] : pg.escapeIdentifier(name)));
    const { rows } = await client.query<(string | null)[]>({
      text: `SELECT * FROM ${names.join('.')} LIMIT ${input.maxRows ?? FEW_ROWS}`,
      rowMode: 'array',
      types: asText,
    });
    return {
      columns: columns.map(({ name }) => name),
      records: rows,
      resultSchema: columns.map(({ name, dataType }) => ({ name, dataType })),
    };
  });

async function knownColumns(client: pg.Client, { schema, table }: z.output<typeof ColumnsInput>) {
  const columns = await columnsOf(client, schema ?? null, table);
  return columns.length > 0 ? columns : refuse(DataStoreProblems.noSuchTable, table, schema ?? 'on the search path');
}

/** Errors of the database are passed on as they are: they concern the caller's own data. */
async function asking<T>(ctx: Ctx, id: string, login: LoginInput, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  try {
    return await withDataStore(ctx, id, { login, mostBytes: MOST_BYTES, signal: ctx.gone }, ask);
  } catch (error) {
    throw error instanceof Problem ? error : problem(DataStoreProblems.queryFailed, 'The database', reasonOf(error));
  }
}
