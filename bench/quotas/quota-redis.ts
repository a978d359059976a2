/**
 * The limiter on Redis: whether four processes together ever pass a limit, and its rate beside a bare EVALSHA loop in the
 * same process, on the same connection settings and with as many calls under way. Needs redis-server.
 * Run: npm run bench -- quota-redis
 */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { aPlan, redisNode, rule } from '../../server/src/quotas/limiter/limiter.fixtures.ts';
import { ENTER_PLAIN } from '../../server/src/quotas/limiter/redis/lua.ts';
import { median, round, timed } from '../measure.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { endProcess } from '../processes.ts';
import { record } from '../record.ts';
import { LIMITS } from './quota-redis-plan.ts';

const PORT = 46_379;
const PROCESSES = 4;
const USERS = 4;
const CALLS = 60_000;
const LOOP = 30_000;
const ROUNDS = 5;
const CONCURRENT = 64;

const version =
  /v=(\S+)/.exec(spawnSync('redis-server', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? null;
if (version === null)
  throw new Error('This benchmark needs redis-server: apt-get install redis-server, or put it on PATH.');
const folder = await temporaryFolder();
const server = spawn('redis-server', ['--port', String(PORT), '--dir', folder, '--save', '', '--bind', '127.0.0.1'], {
  stdio: 'ignore',
});
const url = `redis://127.0.0.1:${PORT}`;
const client = createClient({ url, socket: { reconnectStrategy: 50 } });
client.on('error', () => undefined);
await client.connect();

interface Told {
  readonly admitted: readonly number[];
  readonly tokens: readonly number[];
}
const children: ChildProcess[] = Array.from({ length: PROCESSES }, () =>
  fork(join(import.meta.dirname, 'quota-redis-process.ts')),
);
const answers = children.map((child) => once(child, 'message') as Promise<[Told]>);
for (const child of children) child.send({ url, calls: CALLS, users: USERS });
const told = (await Promise.all(answers)).map(([answer]) => answer);
const sum = (pick: (answer: Told) => readonly number[], user: number) =>
  told.reduce((total, answer) => total + (pick(answer)[user] ?? 0), 0);
const users = Array.from({ length: USERS }, (_, user) => user);
const over = users.reduce(
  (count, user) =>
    count +
    Math.max(0, sum((answer) => answer.admitted, user) - LIMITS.requests) +
    Math.max(0, sum((answer) => answer.tokens, user) - LIMITS.tokens),
  0,
);

async function rate(call: () => Promise<unknown>): Promise<number> {
  let left = LOOP;
  const lane = async () => {
    while (left-- > 0) await call();
  };
  return LOOP / ((await timed(() => Promise.all(Array.from({ length: CONCURRENT }, lane)))) / 1000);
}

const plan = aPlan({ defaultRules: [rule('requests', 1_000_000_000, 'day')] });
const node = redisNode(url, plan, () => Date.UTC(2026, 0, 1, 12));
const consumer = { userId: 'user-1' };
await node.enter(consumer);
const nothing = await client.scriptLoad('return 1');
const same = await client.scriptLoad(ENTER_PLAIN);
const keys = ['{bare}:used'];
const sameArguments = ['1767268800000', '0', '0', '4', '1000000000'];
const bare: number[] = [];
const bareSame: number[] = [];
const ours: number[] = [];
for (let round = 0; round <= ROUNDS; round++) {
  const figures = [
    await rate(() => client.evalSha(nothing, { keys: ['{bare}:x'], arguments: [] })),
    await rate(() => client.evalSha(same, { keys, arguments: sameArguments })),
    await rate(async () => (await node.enter(consumer)).settle()),
  ];
  if (round === 0) continue; // warming up
  bare.push(figures[0] ?? 0);
  bareSame.push(figures[1] ?? 0);
  ours.push(figures[2] ?? 0);
}
const ratio = (a: readonly number[], b: readonly number[]) => round(median(a) / median(b));

const seen = {
  admitted: users.reduce((total, user) => total + sum((answer) => answer.admitted, user), 0),
  over,
  perSecond: Math.round(median(ours)),
  barePerSecond: Math.round(median(bare)),
  bareSamePerSecond: Math.round(median(bareSame)),
  toBare: ratio(ours, bare),
  toBareSame: ratio(ours, bareSame),
};
const ASKED = PROCESSES * CALLS;
record({
  title: 'Limiter of several servers on one Redis',
  work: {
    ...{ processes: PROCESSES, calls: ASKED, admitted: seen.admitted },
    ...{ callsOfALoop: LOOP, callsUnderWay: CONCURRENT, rounds: ROUNDS },
  },
  figures: [
    {
      id: 'over-admitted',
      what: `Calls admitted over a limit, of ${ASKED.toLocaleString('en')} by ${PROCESSES} processes`,
      value: seen.over,
      unit: 'calls',
      must: '= 0',
    },
    {
      id: 'rate-same-script',
      what: 'Decisions a second, against a bare loop of the same script',
      value: seen.perSecond,
      unit: 'decisions/s',
      peer: { name: 'bare EVALSHA loop of our script on Redis', version, value: seen.bareSamePerSecond },
      ratio: seen.toBareSame,
      mustRatio: '>= 0.8',
    },
    {
      id: 'rate-empty-script',
      what: 'Decisions a second, against a bare loop of a script that does nothing',
      value: seen.perSecond,
      unit: 'decisions/s',
      peer: { name: 'bare EVALSHA loop of an empty script on Redis', version, value: seen.barePerSecond },
      ratio: seen.toBare,
    },
  ],
});
await node.close();
client.destroy();
await endProcess(server, 'SIGTERM');
await removeFolder(folder);
