import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { createLogger } from '#platform/log/logger.ts';
import { start } from '#platform/postgres/postgres.ts';
import { readPostmaster } from '#platform/postgres/postmaster.ts';
import { type Asked, servedApp } from '../test/served-app.ts';

const folder = await mkdtemp(join(tmpdir(), 'almanac-away-'));
const postgres = await start(folder, createLogger('silent', 'test'));
const app = await servedApp({ databaseUrl: postgres.url });
afterAll(async () => {
  await postgres.stop(10_000);
  await rm(folder, { recursive: true, force: true });
});
const { key } = await app.person({ role: 'admin' });
const CALLERS = 12;

const reads = app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
const writes = [
  ['POST /api/v2/account/apiKeys/', { name: 'away' }],
  ['POST /api/v2/useCases/', { name: 'away' }],
  ['POST /api/v2/credentials/', { name: 'away', credentialType: 'basic', user: 'u', password: 'p' }],
  ['POST /api/v2/genai/playgrounds/', { name: 'away' }],
  ['POST /api/v2/login/', { username: 'nobody', password: 'wrong' }],
] as const;

/** What must never be answered because the database is away. */
const isWrong = ({ status, headers }: Asked) =>
  status === 500 || ((status === 503 || status === 504) && headers['retry-after'] === undefined);

/** Callers who ask until they are told to stop: every GET route in turn, and writes between them. */
function callers() {
  const seen = { wrong: [] as string[], unavailable: 0, answered: 0 };
  let next = 0;
  let stopped = false;
  const call = async () => {
    while (!stopped) {
      const turn = next++;
      const [line, body] =
        turn % 4 === 0
          ? (writes[(turn / 4) % writes.length] ?? writes[0])
          : ([`GET ${reads[turn % reads.length]?.replace(/\{\w+\*?\}/g, newId())}`, undefined] as const);
      const answer = await app.ask(line, { key, ...(body === undefined ? {} : { body: { ...body } }) });
      if (isWrong(answer)) seen.wrong.push(`${answer.status} ${line}`);
      else if (answer.status === 503) seen.unavailable += 1;
      else seen.answered += 1;
    }
  };
  const all = Array.from({ length: CALLERS }, call);
  return {
    seen,
    async stop() {
      stopped = true;
      await Promise.all(all);
    },
  };
}

const cut = () =>
  app.platform.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null`,
  );

test('while PostgreSQL is killed again and again, callers are told to come back, never that we failed', {
  timeout: 240_000,
}, async () => {
  const calling = callers();
  for (let round = 1; round <= 6; round++) {
    const { answered, unavailable } = calling.seen;
    await eventually(async () => calling.seen.answered > answered + 100, 120);
    const pid = readPostmaster(join(folder, 'postgres', 'cluster'))?.pid;
    if (pid !== undefined) process.kill(pid, round % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
    await eventually(async () => calling.seen.unavailable > unavailable, 120);
  }
  await calling.stop();
  expect(calling.seen.wrong).toEqual([]);
});

test('while its connections are cut again and again, neither', { timeout: 240_000 }, async () => {
  const calling = callers();
  for (let round = 1; round <= 30; round++) {
    const { answered } = calling.seen;
    await eventually(async () => calling.seen.answered > answered + 40, 120);
    await cut().catch(() => undefined);
  }
  await calling.stop();
  expect(calling.seen.wrong).toEqual([]);
});
