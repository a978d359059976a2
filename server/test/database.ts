import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { databaseUrl, TEMPLATE } from './addresses.ts';
import './global-setup.ts';
import { afterFile } from './after-file.ts';

const LONGEST_CLOSE_MS = 3000;

export interface TestDatabaseOptions {
  /** False: without any table, for tests of the migrations themselves. */
  readonly migrated?: boolean;
  readonly connections?: number;
}

let url: Promise<string> | undefined;

/** Of the PostgreSQL of this test run. */
export function postgresUrl(): Promise<string> {
  url ??= fetch(inject('postgresStarter')).then(async (response) => {
    if (!response.ok) throw new Error(`PostgreSQL did not start: ${await response.text()}`);
    return response.text();
  });
  return url;
}

/** A fresh database of its own on the PostgreSQL of this test run; closed and dropped after the test file. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const url = await postgresUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = options.migrated === false ? 'template0' : TEMPLATE;
  // By copying files: through the log, as is usual, takes ten times the work for a database of this size.
  await administer(url, `create database ${name} template ${template} strategy file_copy`);
  const database = openDatabase(databaseUrl(url, name), {
    max: options.connections ?? 10,
    applicationName: 'tests',
  });
  afterFile(async () => {
    // A test that failed may have kept a connection, for which closing would wait forever; the drop cuts it.
    await Promise.race([database.close(), pause(LONGEST_CLOSE_MS, undefined, { ref: false })]);
    await administer(url, `drop database ${name} with (force)`);
  });
  return database;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(url, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
