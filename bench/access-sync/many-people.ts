/**
 * How long a change takes to be in force where everybody's files have a change feed of their own: 10,000 people at the
 * fake of provider A, which runs in a process of its own, polled every 15 seconds. What a first crawl would have read is
 * written beforehand. Then shares are given and withdrawn on files of random people, and each is timed until the mirror
 * answers as the provider does.
 * Run: npm run bench -- many-people [people; 10000] [changes; 200] [latency of each answer in ms; 50]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { buildA, editA, startProviderA } from '../../conformance/providers/index.ts';
import { mayRead } from '../../server/src/access-sync/access/effective-access.ts';
import { aMirror } from '../../server/src/access-sync/graph/graph.fixtures.ts';
import { pace } from '../../server/src/access-sync/outbound/pace.ts';
import { openProviderA } from '../../server/src/access-sync/provider-a/open-provider-a.ts';
import type { ProviderAConfig } from '../../server/src/access-sync/provider-config.ts';
import { runSession } from '../../server/src/access-sync/sync/run-session.ts';
import { openSession } from '../../server/src/access-sync/sync/session.ts';
import { connectionById, takeLease } from '../../server/src/access-sync/sync/sync.store.ts';
import { systemTiming } from '../../server/src/platform/async/retry.ts';
import { median, processorMs, round, timed } from '../measure.ts';
import { benchPlatform } from '../platform.ts';
import { record } from '../record.ts';

interface Drive {
  readonly id: string;
  readonly email: string;
  readonly fileIds: readonly string[];
  readonly place: string;
}

interface Change {
  readonly email: string;
  readonly fileId: string;
}

const FILES_EACH = 3;
const POLL_SECONDS = 15;
const LOOK_MS = 100;
const GIVE_EVERY_MS = 400;
const LONGEST_MS = 900_000;
const seedOf = ({ id, email, fileIds, place }: Drive) => ({
  ...{ key: `user:${id}`, email, files: fileIds },
  cursor: JSON.stringify({ change: place, since: Date.now(), seen: [] }),
});

/** The top of everybody's files and what is in it, as a crawl leaves them: nobody reads anything yet. */
const SEED = `
  WITH told AS (
    SELECT * FROM json_to_recordset($2::json) AS r (key text, email text, cursor text, files text[])
  ), space AS (
    INSERT INTO acl_spaces (connection_id, key, name, cursor, generation)
    SELECT $1, key, email, cursor, 1 FROM told RETURNING id, key
  ), item AS (
    SELECT nextval(pg_get_serial_sequence('acl_items', 'id')) AS id, space.id AS space_id, file.key, file.place,
      told.files[1] AS top
    FROM told JOIN space USING (key) CROSS JOIN LATERAL unnest(told.files) WITH ORDINALITY AS file (key, place)
  )
  INSERT INTO acl_items (id, connection_id, space_id, key, source_id, parent_id, name, kind, present, acl_known, live,
    scope_id, generation, etag)
  SELECT item.id, $1, item.space_id, item.key, item.key, CASE WHEN item.place > 1 THEN above.id END, item.key,
    CASE WHEN item.place = 1 THEN 'folder' ELSE 'file' END, true, true, true, item.id, 1, '0'
  FROM item JOIN item above ON above.key = item.top`;

const [first, second, third] = process.argv.slice(2);
if (first === 'fake') await serveFake(Number(second), Number(third));
else await measure(Number(first ?? 10_000), Number(second ?? 200), Number(third ?? 50));

/** Shares a file of somebody with somebody else when it is asked to, and takes back what it is told. */
async function serveFake(people: number, latencyMs: number): Promise<void> {
  const fake = await startProviderA({ latencyMs });
  const { world, random, url, tokenUrl, scopeBase, keyFile } = fake;
  buildA.addUser(world, 'admin', { admin: true });
  const users = Array.from({ length: people }, (_, n) => buildA.addUser(world, `u${n}`));
  const tops = new Map([...world.files.values()].map((file) => [file.owner, file]));
  const files = users.flatMap((user) => {
    const top = tops.get(user.email);
    return top ? Array.from({ length: FILES_EACH }, (_, n) => buildA.addFile(world, top, `f${n}`, 'file')) : [];
  });
  world.activities.length = 0;
  process.on('message', (told: Change | 'give') => {
    if (told !== 'give') {
      const file = world.files.get(told.fileId);
      if (file) editA.unshare(world, file, `p-${told.email}`);
      return;
    }
    const [file] = files.splice(random.below(files.length), 1);
    const { email } = random.pick(users);
    if (!file) throw new Error('There are no files left to share');
    editA.share(world, file, { id: `p-${email}`, type: 'user', role: 'reader', email });
    process.send?.({ email, fileId: file.id } satisfies Change);
  });
  const urls = { driveUrl: url, activityUrl: url, directoryUrl: url, tokenUrl, scopeBase };
  const drives = users.map(({ id, email }): Drive => {
    const top = tops.get(email);
    const place = `c.${world.tokenEpoch}.${world.changes.get(email)?.length ?? 0}`;
    return { id, email, fileIds: top ? [top.id, ...top.children] : [], place };
  });
  const config = { ...urls, serviceAccountKey: keyFile, domain: world.domain, adminEmail: `admin@${world.domain}` };
  process.send?.({ config, drives });
}

async function measure(people: number, changes: number, latencyMs: number): Promise<void> {
  const child = fork(import.meta.filename, ['fake', String(people), String(latencyMs)]);
  const [told] = (await once(child, 'message')) as [{ config: ProviderAConfig; drives: Drive[] }];
  const { platform, close } = await benchPlatform({ role: 'test' });
  const ending = new AbortController();
  try {
    const { connectionId, organizationId } = await aMirror(platform);
    const { pool, queries } = platform.db;
    await pool.query('DELETE FROM acl_spaces');
    await pool.query('UPDATE acl_sync SET complete_at = NULL, directory_complete_at = NULL');
    await pool.query('UPDATE acl_connections SET poll_seconds = $1', [POLL_SECONDS]);
    const lease = await takeLease(queries, 'bench', 36_000);
    const connection = await connectionById(queries, connectionId);
    if (!lease || !connection) throw new Error('There is no lease to take');
    const client = openProviderA(told.config, systemTiming, pace(systemTiming), new Agent());
    const session = openSession(platform, connection, client, { fence: lease.fence, signal: ending.signal });
    await session.people.ask('all');
    await pool.query(SEED, [connectionId, JSON.stringify(told.drives.map(seedOf))]);
    await pool.query('VACUUM ANALYZE');
    const running = runSession(session);
    // Everybody's token is fetched in the first round.
    await until(async () => {
      const { rows } = await pool.query('SELECT FROM acl_spaces WHERE complete_at IS NULL LIMIT 1');
      return rows.length === 0;
    });
    console.error('Everybody was polled once');
    await pause(2 * POLL_SECONDS * 1000);
    const cpu = process.cpuUsage();
    const from = performance.now();

    const reads = async ({ email, fileId }: Change) =>
      (await mayRead(platform, connectionId, { organizationId, email }, [fileId])).has(fileId);
    const lags = { given: [] as number[], withdrawn: [] as number[] };
    const follow = async (change: Change) => {
      lags.given.push((await timed(() => until(() => reads(change)))) / 1000);
      child.send(change);
      lags.withdrawn.push((await timed(() => until(async () => !(await reads(change))))) / 1000);
    };
    const following: Promise<void>[] = [];
    const states: string[] = [];
    for (let n = 0; n < changes; n += 1) {
      child.send('give');
      const [change] = (await once(child, 'message')) as [Change];
      following.push(follow(change));
      const { rows } = await pool.query('SELECT extract(epoch FROM now() - complete_at) AS lag FROM acl_sync');
      states.push(String(rows[0]?.lag));
      await pause(GIVE_EVERY_MS);
    }
    await Promise.all(following);
    const seconds = (performance.now() - from) / 1000;
    const busy = processorMs(cpu) / 1000 / seconds;
    ending.abort();
    await running;
    const middle = (values: readonly number[]) => round(median(values), 1);
    const longest = (values: readonly number[]) => round(Math.max(...values), 1);
    const seen = {
      withdrawn: { p50: middle(lags.withdrawn), longest: longest(lags.withdrawn) },
      given: { p50: middle(lags.given), longest: longest(lags.given) },
      ...{ reported: longest(states.map(Number)), busy: round(busy) },
    };
    record({
      title: 'Lag of a change where everybody has a change feed of their own',
      work: { people, secondsBetweenPolls: POLL_SECONDS, providerLatencyMs: latencyMs, changes: 2 * changes },
      figures: [
        { id: 'withdrawn-p50', what: 'Lag of a withdrawn share, median', value: seen.withdrawn.p50, unit: 's' },
        {
          id: 'withdrawn-longest',
          what: 'Lag of a withdrawn share, longest',
          value: seen.withdrawn.longest,
          unit: 's',
          must: '<= 60',
        },
        { id: 'given-p50', what: 'Lag of a given share, median', value: seen.given.p50, unit: 's' },
        {
          id: 'given-longest',
          what: 'Lag of a given share, longest',
          value: seen.given.longest,
          unit: 's',
          must: '<= 60',
        },
        { id: 'reported-lag', what: 'Lag reported by status, longest', value: seen.reported, unit: 's' },
        { id: 'busy', what: 'Share of one core that we were busy', value: seen.busy, unit: '' },
      ],
    });
  } finally {
    ending.abort();
    await close();
    child.kill();
  }
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await done())) {
    if (performance.now() - began > LONGEST_MS) throw new Error('It never came');
    await pause(LOOK_MS);
  }
}
