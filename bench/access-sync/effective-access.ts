/**
 * How fast access is decided and kept, at 100,000 items, 10,000 users and 2,000 groups: effectiveAccess with its
 * explanation, readableAmong, the first page of what a user can read, and a delta of 1,000 changes. Peer in the same run, when
 * the path of its program is given: OpenFGA on the same PostgreSQL, asked the same questions over HTTP, as our route is.
 * Run: npm run bench -- effective-access [path of openfga]
 */
import { effectiveAccess, mayRead, viewOf } from '../../server/src/access-sync/access/effective-access.ts';
import { readableItems } from '../../server/src/access-sync/access/lists.store.ts';
import { aMirror } from '../../server/src/access-sync/graph/graph.fixtures.ts';
import { createUser, newSecretText } from '../../server/src/accounts/index.ts';
import { createApp } from '../../server/src/app.ts';
import type { Ctx } from '../../server/src/platform/context.ts';
import type { Bound, Measured } from '../figures.ts';
import { timed as clock, quantile as rawQuantile, round as rounded } from '../measure.ts';
import { benchPlatform } from '../platform.ts';
import { record } from '../record.ts';
import { startOpenFga } from './openfga.ts';
import { acls, directoryPages, emailOf, grantTo, itemName, parents, SIZE, seeded, upsertOf, userKey } from './world.ts';

const CHECKS = 5_000;
const PAGES = 300;
const COMPARED = 2_000;
const WARM_UP = 200;
const PEER_PORT = 18_431;
type Question = { readonly user: number; readonly item: number };
const { platform, databaseUrl, close } = await benchPlatform({ role: 'test' });

const round = (value: number): number => rounded(value, 3);
const quantile = (values: readonly number[], share: number): number => round(rawQuantile(values, share));

interface Latency {
  readonly p50: number;
  readonly p99: number;
}

const latencyOf = (ms: readonly number[]): Latency => ({ p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) });

/** Median and 99th percentile, as two figures; the target is that of the 99th percentile. */
const latencyFigures = (id: string, what: string, { p50, p99 }: Latency, must?: Bound): Measured[] => [
  { id: `${id}-p50`, what: `${what}, median`, value: p50, unit: 'ms' },
  { id: `${id}-p99`, what: `${what}, p99`, value: p99, unit: 'ms', ...(must && { must }) },
];

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work();
  return [result, performance.now() - began];
}

async function times(count: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const spans: number[] = [];
  for (let n = 0; n < count; n++) spans.push(await clock(() => work(n)));
  return spans;
}

/** Both over HTTP, one question at a time, alternating so that what else the machine does hits both alike. */
async function compare(program: string, connectionId: string, asked: Question[], known: boolean[]) {
  const key = newSecretText('key');
  const permissions = ['ENABLE_ACL_SYNCHRONIZATION'];
  await createUser(platform, {
    username: 'asker',
    password: 'correct horse',
    role: 'admin',
    permissions,
    apiKey: { name: 'bench', key },
  });
  const app = await createApp(platform, { version: 'bench' });
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const peer = await startOpenFga(program, databaseUrl, PEER_PORT);
  try {
    const ours = async ({ user, item }: Question) => {
      const query = new URLSearchParams({ user: emailOf(user), itemId: itemName(item) });
      const headers = { authorization: `Bearer ${key}` };
      const reply = await fetch(`${url}/api/v2/aclConnections/${connectionId}/effectiveAccess/?${query}`, { headers });
      return ((await reply.json()) as { allowed: boolean }).allowed;
    };
    const spans = { ours: [] as number[], peer: [] as number[] };
    let different = 0;
    for (const [n, question] of asked.entries()) {
      const [mine, mineMs] = await timed(() => ours(question));
      const [theirs, theirsMs] = await timed(() => peer.check(question.user, question.item));
      if (n >= WARM_UP) {
        spans.ours.push(mineMs);
        spans.peer.push(theirsMs);
      }
      if (mine !== theirs || mine !== known[n]) different++;
    }
    const { version } = peer;
    return {
      version,
      loadSeconds: round(peer.loadSeconds),
      http: latencyOf(spans.ours),
      openFga: latencyOf(spans.peer),
      different,
    };
  } finally {
    await peer.stop();
    await app.close();
  }
}

function comparedFigures({
  version,
  loadSeconds,
  http,
  openFga,
  different,
}: Awaited<ReturnType<typeof compare>>): Measured[] {
  const peer = (value: number) => ({ name: 'OpenFGA on the same PostgreSQL, over HTTP', version, value });
  return [
    {
      id: 'http-p50',
      what: 'May a user read an item, over HTTP, median',
      value: http.p50,
      unit: 'ms',
      peer: peer(openFga.p50),
      mustRatio: '<= 1',
    },
    { id: 'http-p99', what: 'The same, p99', value: http.p99, unit: 'ms', peer: peer(openFga.p99) },
    { id: 'openfga-load', what: 'OpenFGA loaded with the same', value: loadSeconds, unit: 's' },
    {
      id: 'different-answers',
      what: `Answers of OpenFGA that differ from ours, of ${COMPARED.toLocaleString('en')}`,
      value: different,
      unit: 'answers',
      must: '= 0',
    },
  ];
}

try {
  const mirror = await aMirror(platform);
  const [, directoryMs] = await timed(async () => {
    for (const page of directoryPages()) await mirror.directory(page);
  });
  const [, crawlMs] = await timed(async () => {
    const generation = await mirror.crawl(2);
    for (let at = 0; at < SIZE.items; at += 5_000) {
      const upserts = Array.from({ length: 5_000 }, (_, n) => upsertOf(at + n, mirror.nextTick()));
      await mirror.apply({ mode: 'crawl', generation, upserts, complete: at + 5_000 >= SIZE.items });
    }
  });
  await platform.db.pool.query('VACUUM ANALYZE');

  const random = seeded(7);
  const below = (n: number) => Math.floor(random() * n);
  const questions = Array.from({ length: CHECKS }, () => ({ user: below(SIZE.users), item: below(SIZE.items) }));
  const ctx = {
    ...platform,
    actor: {
      userId: mirror.owner.id,
      username: 'owner',
      organizationId: mirror.organizationId,
      role: 'admin',
      permissions: new Set(['ENABLE_ACL_SYNCHRONIZATION']),
    },
  } as unknown as Ctx;
  const answers: boolean[] = [];
  const ask = async ({ user, item }: { user: number; item: number }) =>
    (await effectiveAccess(ctx, mirror.connectionId, { user: emailOf(user), itemId: itemName(item) })).allowed;
  await times(300, (n) => ask(questions[n] ?? { user: 0, item: 0 }));
  const spans = await times(CHECKS, async (n) => answers.push(await ask(questions[n] ?? { user: 0, item: 0 })));

  const asker = (user: number) => ({ organizationId: mirror.organizationId, email: emailOf(user) });
  const bare = await times(CHECKS, (n) => {
    const { user, item } = questions[n] ?? { user: 0, item: 0 };
    return mayRead(platform, mirror.connectionId, asker(user), [itemName(item)]);
  });

  const hundred = await times(PAGES, () => {
    const itemIds = Array.from({ length: 100 }, () => itemName(below(SIZE.items)));
    return mayRead(platform, mirror.connectionId, asker(below(SIZE.users)), itemIds);
  });

  const program = process.argv[2];
  const compared =
    program === undefined ? null : await compare(program, mirror.connectionId, questions.slice(0, COMPARED), answers);
  if (compared === null)
    console.warn(
      'OpenFGA is not measured. Take its program from github.com/openfga/openfga/releases and give its path: npm run bench -- effective-access PATH',
    );

  const totals: number[] = [];
  const readable = async (user: number) => {
    const view = await viewOf(platform, mirror.connectionId, asker(user));
    if (view === undefined) throw new Error('no view');
    const { total } = await readableItems(platform.db, view.standing.nodes, view.counting, { offset: 0, limit: 100 });
    totals.push(total);
  };
  await times(30, readable);
  totals.length = 0;
  const pages = await times(PAGES, () => readable(below(SIZE.users)));

  const files = (count: number) => Array.from({ length: count }, () => SIZE.drives + below(SIZE.items - SIZE.drives));
  const changed = [
    ...files(400).map((n) =>
      upsertOf(n, mirror.nextTick(), {
        acl: {
          state: 'known',
          inherits: true,
          grants: [grantTo({ kind: 'user', key: userKey(below(SIZE.users)) }, `d${n}`)],
        },
      }),
    ),
    ...files(300).map((n) => upsertOf(n, mirror.nextTick(), { parent: below(SIZE.drives) })),
    ...files(300).map((n) => ({ ...upsertOf(n, mirror.nextTick()), acl: { state: 'kept', ifNew: 'deny' } as const })),
  ];
  // As a poll does: first what is withdrawn, then the whole.
  const [, deltaMs] = await timed(async () => {
    await mirror.narrow({ generation: 2, upserts: changed });
    await mirror.apply({ generation: 2, upserts: changed });
  });
  const bigFolder = parents.findIndex((parent, n) => parent !== null && n % 10 === 0);
  const [, moveMs] = await timed(() =>
    mirror.apply({ generation: 2, upserts: [upsertOf(bigFolder, mirror.nextTick(), { parent: below(SIZE.drives) })] }),
  );
  const seen = {
    ...{ directorySeconds: round(directoryMs / 1000), crawlSeconds: round(crawlMs / 1000) },
    allowedShare: round(answers.filter(Boolean).length / CHECKS),
    grants: acls.reduce((sum, acl) => sum + (acl.state === 'known' ? acl.grants.length : 0), 0),
    readableMedian: quantile(totals, 0.5),
    explained: latencyOf(spans),
    one: latencyOf(bare),
    hundred: latencyOf(hundred),
    page: latencyOf(pages),
    ...{ deltaMs: round(deltaMs), moveMs: round(moveMs), compared },
  };
  record({
    title: 'Effective access over 100,000 items, 10,000 users and 2,000 groups',
    work: {
      ...{ items: SIZE.items, users: SIZE.users, groups: SIZE.groups, grants: seen.grants, checks: CHECKS },
      ...{ shareAllowed: seen.allowedShare, readableItemsOfAUserMedian: seen.readableMedian },
    },
    figures: [
      ...latencyFigures('explained', 'effectiveAccess with its explanation, in process', seen.explained, '< 2'),
      ...latencyFigures('one', 'May a user read one item, in process', seen.one),
      ...latencyFigures('hundred', 'Which of 100 items a user can read, in process', seen.hundred),
      ...latencyFigures('page', 'First page of what a user can read', seen.page, '< 20'),
      { id: 'delta', what: 'A delta of 1,000 changes applied', value: seen.deltaMs, unit: 'ms', must: '< 2000' },
      { id: 'move', what: 'A large folder moved', value: seen.moveMs, unit: 'ms' },
      { id: 'directory', what: 'Directory loaded', value: seen.directorySeconds, unit: 's' },
      { id: 'crawl', what: 'Crawl of all items applied', value: seen.crawlSeconds, unit: 's' },
      ...(seen.compared === null ? [] : comparedFigures(seen.compared)),
    ],
  });
} finally {
  await close();
}
