import type { Readable } from 'node:stream';
import type pg from 'pg';
import { withDataStore } from '#data';
import type { Ctx } from '#platform/context.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { csvRecords } from '../../scoring/rows/csv-records.ts';
import { OutputProblems } from '../batch.problems.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';
import type { JdbcOutput } from '../jobs/places.schema.ts';
import { dialectOf } from '../thread/chunk-plan.ts';
import { createStatement, writeStatement } from './table-sql.rules.ts';

type Using = Pick<Ctx, 'actor' | 'db' | 'secrets' | 'config'>;
const ROWS_AT_ONCE = 500;
const MOST_SECONDS = 3600;

/** Puts the results into a table of the caller's in one transaction: all rows or none, however often it is tried. */
export async function writeToTable(
  ctx: Using,
  output: JdbcOutput,
  results: Readable,
  csvSettings: BatchSpec['csvSettings'],
  signal: AbortSignal,
): Promise<void> {
  const login = output.credentialId == null ? {} : { login: { credentialId: output.credentialId } };
  const options = { ...login, seconds: MOST_SECONDS, writes: true, signal };
  await withDataStore(ctx, output.dataStoreId, options, async (client) => {
    try {
      await client.query('BEGIN');
      await write(client, output, csvRecords(results, dialectOf({ csvSettings })), signal);
      await client.query('COMMIT');
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Problem) throw error;
      throw problem(OutputProblems.tableRefused, output.table, (error as Error).message);
    }
  });
}

async function write(
  client: pg.Client,
  output: JdbcOutput,
  records: AsyncIterable<readonly string[]>,
  signal: AbortSignal,
): Promise<void> {
  let columns: readonly string[] | null = null;
  let waiting: (readonly string[])[] = [];
  const flush = async () => {
    signal.throwIfAborted();
    if (columns !== null && waiting.length > 0) {
      for (const { text, values } of writeStatement(output, columns, waiting)) await client.query(text, values);
    }
    waiting = [];
  };
  for await (const record of records) {
    if (columns === null) {
      columns = record;
      if (output.createTableIfNotExists || output.statementType === 'createTable') {
        await client.query(createStatement(output, columns));
      }
      continue;
    }
    waiting.push(record);
    if (waiting.length * columns.length >= ROWS_AT_ONCE * 10 || waiting.length >= ROWS_AT_ONCE) await flush();
  }
  await flush();
}
