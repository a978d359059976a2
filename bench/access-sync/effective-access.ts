/**
 * How fast access is decided and kept, at 100,000 items, 10,000 users and 2,000 groups: effectiveAccess with its
 * explanation, readableAmong, the first page of what a user can read, and a delta of 1,000 changes. Peer in the same run, when
 * the path of its program is given: OpenFGA on the same PostgreSQL, asked the same questions over HTTP, as our route is.
 * Run: npm run bench -- effective-access [path of openfga]
 */
import { availableParallelism } from 'node:os';
import { effectiveAccess, mayRead, viewOf } from '../../server/src/access-sync/access/effective-access.ts';
import { readableItems } from '../../server/src/access-sync/access/lists.store.ts';
import { aMirror } from '../../server/src/access-sync/graph/graph.fixtures.ts';
import { createUser, newSecretText } from '../../server/src/accounts/index.ts';
import { createApp } from '../../server/src/app.ts';
import type { Ctx } from '../../server/src/platform/context.ts';
import { timed as clock, load, quantile as rawQuantile, round as rounded } from '../measure.ts';
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
const figures: Record<string, number | string> = {};

const round = (value: number): number => rounded(value, 3);
const quantile = (values: readonly number[], share: number): number => round(rawQuantile(values, share));

/** Median and 99th percentile of the times, as two figures. */
function note(name: string, ms: readonly number[]): void {
  figures[`${name}P50Ms`] = quantile(ms, 0.5);
  figures[`${name}P99Ms`] = quantile(ms, 0.99);
}

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
async function compare(program: string, connectionId: string, asked: Question[], known: boolean[]): Promise<void> {
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
    note('http', spans.ours);
    figures.openFgaLoadSeconds = round(peer.loadSeconds);
    note('openFgaHttp', spans.peer);
    figures.openFgaToOursP50 = round(quantile(spans.peer, 0.5) / quantile(spans.ours, 0.5));
    figures.differentAnswers = different;
  } finally {
    await peer.stop();
    await app.close();
  }
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
  figures.directoryLoadSeconds = round(directoryMs / 1000);
  figures.crawlApplySeconds = round(crawlMs / 1000);
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
  note('effectiveAccess', spans);
  figures.allowedShare = round(answers.filter(Boolean).length / CHECKS);

  const asker = (user: number) => ({ organizationId: mirror.organizationId, email: emailOf(user) });
  const bare = await times(CHECKS, (n) => {
    const { user, item } = questions[n] ?? { user: 0, item: 0 };
    return mayRead(platform, mirror.connectionId, asker(user), [itemName(item)]);
  });
  note('readableAmongOne', bare);

  const hundred = await times(PAGES, () => {
    const itemIds = Array.from({ length: 100 }, () => itemName(below(SIZE.items)));
    return mayRead(platform, mirror.connectionId, asker(below(SIZE.users)), itemIds);
  });
  note('readableAmong100', hundred);

  const program = process.argv[2];
  if (program !== undefined) await compare(program, mirror.connectionId, questions.slice(0, COMPARED), answers);

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
  note('readableFirstPage', pages);
  figures.readableItemsMedian = quantile(totals, 0.5);

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
  figures.deltaOf1000Ms = round(deltaMs);
  const bigFolder = parents.findIndex((parent, n) => parent !== null && n % 10 === 0);
  const [, moveMs] = await timed(() =>
    mirror.apply({ generation: 2, upserts: [upsertOf(bigFolder, mirror.nextTick(), { parent: below(SIZE.drives) })] }),
  );
  figures.moveOfAFolderMs = round(moveMs);
  figures.grants = acls.reduce((sum, acl) => sum + (acl.state === 'known' ? acl.grants.length : 0), 0);

  figures.cores = availableParallelism();
  figures.loadAverage = load();
  record('effective-access', figures);
} finally {
  await close();
}
