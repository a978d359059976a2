import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { start } from '#platform/postgres/postgres.ts';
import { databaseUrl, TEMPLATE } from './addresses.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresStarter: string;
  }
}

const quiet = { info: () => undefined, error: (facts: object, message: string) => console.error(message, facts) };

/**
 * One PostgreSQL for the whole run, started when the first test asks for it and thrown away afterwards; migrated once,
 * into a template that is cheap to copy.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let running: ReturnType<typeof startPostgres> | undefined;
  const starter = createServer((_request, response) => {
    running ??= startPostgres();
    running.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(starter.listen(0, '127.0.0.1'), 'listening');
  project.provide('postgresStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}/`);
  return async () => {
    starter.close();
    await (await running)?.stop();
  };
}

async function startPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-test-'));
  const { url, stop } = await start(folder, quiet);
  await relax(url);
  await createTemplate(url);
  return {
    url,
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A test database need not survive a power cut. */
async function relax(url: string): Promise<void> {
  const admin = openDatabase(url, { max: 1, applicationName: 'tests' });
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await admin.pool.query(`alter system set ${setting} = off`);
  await admin.pool.query('select pg_reload_conf()');
  await admin.pool.query(`create database ${TEMPLATE}`);
  await admin.close();
}

async function createTemplate(url: string): Promise<void> {
  const template = openDatabase(databaseUrl(url, TEMPLATE), { max: 1, applicationName: 'tests' });
  try {
    await migrate(template, join(import.meta.dirname, '..', 'migrations'));
  } finally {
    await template.close();
  }
}
