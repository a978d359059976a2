/**
 * The first crawl of a tenant with 100,000 items, 10,000 people and 2,000 groups at the fake of provider B, which runs in
 * a process of its own and states a rate limit: whether the limit or our own work decides how long it takes.
 * Run: npm run bench -- first-crawl [resource units per minute; 6000] [items; 100000]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'undici';
import { buildB, editB, startProviderB } from '../../conformance/providers/index.ts';
import { aMirror } from '../../server/src/access-sync/graph/graph.fixtures.ts';
import { pace } from '../../server/src/access-sync/outbound/pace.ts';
import { openProviderB } from '../../server/src/access-sync/provider-b/open-provider-b.ts';
import { readSpace } from '../../server/src/access-sync/sync/read-space.ts';
import { listSpaces, openSession } from '../../server/src/access-sync/sync/session.ts';
import { connectionById, spacesOf, takeLease } from '../../server/src/access-sync/sync/sync.store.ts';
import { systemTiming } from '../../server/src/platform/async/retry.ts';
import { processorMs, round } from '../measure.ts';
import { benchPlatform } from '../platform.ts';
import { record } from '../record.ts';

const [first, second] = process.argv.slice(2);
if (first === 'fake') await serveFake(Number(second), Number(process.argv[4]));
else await measure(Number(first ?? 6000), Number(second ?? 100_000));

/** A tenant of 20 sites; one item in fifty has a list of its own. */
async function serveFake(units: number, items: number): Promise<void> {
  const fake = await startProviderB({ rate: { units, windowMs: 60_000 } });
  const { world, random } = fake;
  const people = Array.from({ length: 10_000 }, (_, n) => buildB.addUser(world, `u${n}`).id);
  const groups = Array.from({ length: 2_000 }, (_, n) => buildB.addGroup(world, `g${n}`));
  for (const group of groups) for (let left = 10; left > 0; left -= 1) group.members.add(random.pick(people));
  const anyGroup = () => ({ kind: 'group' as const, id: random.pick(groups).id });
  for (let site = 0; site < 20; site += 1) {
    const drive = buildB.addDrive(world, buildB.addSite(world, `s${site}`), 'Documents');
    const folders = [...world.items.values()].filter(({ id }) => id === drive.rootId);
    for (const root of folders.slice(0, 1)) editB.shareWith(world, root, anyGroup());
    for (let made = 0; made < items / 20; made += 1) {
      const item = buildB.addItem(world, random.pick(folders), `i${made}`, made % 10 === 0 ? 'folder' : 'file');
      if (item.folder) folders.push(item);
      if (made % 50 === 0) editB.shareWith(world, item, anyGroup());
    }
  }
  const { tenantId } = world;
  process.send?.({ url: fake.url, tenantId, clientId: fake.app.clientId, clientSecret: fake.app.secret });
}

async function measure(units: number, items: number): Promise<void> {
  const child = fork(import.meta.filename, ['fake', String(units), String(items)]);
  const [told] = (await once(child, 'message')) as [
    { url: string; tenantId: string; clientId: string; clientSecret: string },
  ];
  const { platform, close } = await benchPlatform({ role: 'test' });
  try {
    const client = openProviderB(
      { ...told, graphUrl: told.url, loginUrl: told.url },
      systemTiming,
      pace(systemTiming),
      new Agent(),
    );
    const { connectionId } = await aMirror(platform);
    const lease = await takeLease(platform.db.queries, 'bench', 36_000);
    const connection = await connectionById(platform.db.queries, connectionId);
    if (!lease || !connection) throw new Error('There is no lease to take');
    const { signal } = new AbortController();
    const session = openSession(platform, connection, client, { fence: lease.fence, signal });
    const began = performance.now();
    const cpu = process.cpuUsage();
    await listSpaces(session);
    await session.people.ask('all');
    const spaces = await spacesOf(platform.db.queries, connectionId);
    await Promise.all(spaces.map((space) => readSpace(session, space, { before: new Date(0), most: 0 })));
    const cpuSeconds = processorMs(cpu) / 1000;
    const seconds = (performance.now() - began) / 1000;
    const { rows } = await platform.db.pool.query('SELECT count(*)::int AS held FROM acl_items WHERE live');
    const seen = {
      held: rows[0]?.held as number,
      seconds: Math.round(seconds),
      cpuSeconds: Math.round(cpuSeconds),
      busy: round(cpuSeconds / seconds, 3),
    };
    record({
      title: 'First crawl of a tenant whose provider states a rate limit',
      work: { items, statedUnitsPerMinute: units, heldAndReachable: seen.held },
      figures: [
        { id: 'seconds', what: 'First crawl', value: seen.seconds, unit: 's' },
        { id: 'processor', what: 'Processor time of ours, without the database', value: seen.cpuSeconds, unit: 's' },
        {
          id: 'busy',
          what: 'Share of the time that we were busy: the stated limit decides, not we',
          value: seen.busy,
          unit: '',
          must: '< 0.3',
        },
      ],
    });
  } finally {
    await close();
    child.kill();
  }
}
