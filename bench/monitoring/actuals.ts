/**
 * How long 200,000 actuals take to be compared with their predictions: a month of hourly predictions in three segments,
 * in chunks as the jobs take them; then all of them again (nothing changes), and as corrections (sums are made anew).
 * The floor beside it: the same ids and values put into a table of the same shape by one statement a chunk.
 */
import { readdirSync, realpathSync } from 'node:fs';
import { sql } from 'kysely';
import { createUser } from '../../server/src/accounts/users/create-user.ts';
import { aDeployment } from '../../server/src/deployments/predictions/predictions.fixtures.ts';
import { DEFAULT_SETTINGS } from '../../server/src/deployments/records/deployment-settings.ts';
import { ACTUALS_CHUNK, importActuals } from '../../server/src/monitoring/actuals/match-actuals.ts';
import { recomputeAccuracy } from '../../server/src/monitoring/actuals/recompute-accuracy.ts';
import { storeTracked, type Tracked } from '../../server/src/monitoring/actuals/tracked-predictions.ts';
import type { Measured } from '../figures.ts';
import { round, timed } from '../measure.ts';
import { benchPlatform } from '../platform.ts';
import { cpuMs } from '../processes.ts';
import { record } from '../record.ts';

/** Of this process and of the database's: on a busy machine the clock tells more of the others. */
function processorSeconds(dataFolder: string): number {
  const { user, system } = process.cpuUsage();
  let ms = (user + system) / 1000;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (realpathSync(`/proc/${pid}/cwd`).startsWith(dataFolder)) ms += cpuMs(Number(pid));
    } catch {
      // It ended meanwhile, or is somebody else's.
    }
  }
  return ms / 1000;
}

const COUNT = Number(process.argv[2] ?? 200_000);
const HOURS = 30 * 24;
const HOUR_MS = 3_600_000;
const TOWNS = ['Basel', 'Bern', 'Genf'];

const { platform, folder, close } = await benchPlatform();
try {
  const user = await createUser(platform, { username: 'bench', password: 'bench password' });
  const owner = { id: user.id, organizationId: user.organization_id };
  const associationId = { ...DEFAULT_SETTINGS.associationId, columnNames: ['id'] };
  const made = await aDeployment(platform, owner, 'regression', { settings: { ...DEFAULT_SETTINGS, associationId } });
  const first = Math.floor(Date.now() / HOUR_MS - HOURS) * HOUR_MS;
  const rowOf = (n: number): Tracked['row'] => ({
    ...{ deployment_id: made.id, package_id: made.row.id, model_id: made.row.model_id, distance: 0, batch_id: '' },
    ...{ organization_id: owner.organizationId, association_id: `order ${n}`, decided: null, noted_at: null },
    predicted_at: new Date(first + (n % HOURS) * HOUR_MS + n),
    predicted: [1000 + (n % 97)],
    segments: ['town', TOWNS[n % 3] as string],
  });
  const monitored = { model: made.row } as Tracked['monitored'];
  const rows = new Map(Array.from({ length: COUNT }, (_, n) => [String(n), { row: rowOf(n), monitored }]));
  await platform.db.transaction((tx) => storeTracked(tx, { byKey: rows } as never, () => true));
  await platform.db.pool.query('VACUUM ANALYZE monitoring_rows');
  await platform.db.pool.query('CREATE TABLE floor (LIKE monitoring_actuals INCLUDING ALL)');

  const actuals = (shift: number) =>
    Array.from({ length: COUNT }, (_, n) => ({
      associationId: `order ${n}`,
      value: String(1000 + ((n * 7) % 101) + shift),
      wasActedOn: null,
      happenedAt: null,
    }));
  const measured = async (work: () => Promise<unknown>) => {
    const before = processorSeconds(folder);
    const seconds = (await timed(work)) / 1000;
    return { seconds, processor: processorSeconds(folder) - before };
  };
  const to = { organizationId: owner.organizationId, deploymentId: made.id, keepUnmatched: true };
  const take = (shift: number) =>
    measured(async () => {
      const all = actuals(shift);
      for (let at = 0; at < all.length; at += ACTUALS_CHUNK) {
        await importActuals(platform, to, all.slice(at, at + ACTUALS_CHUNK));
      }
      await recomputeAccuracy(platform, owner.organizationId, made.id);
    });
  const floor = await measured(async () => {
    const all = actuals(0);
    for (let at = 0; at < COUNT; at += ACTUALS_CHUNK) {
      const some = all.slice(at, at + ACTUALS_CHUNK);
      await sql`
        INSERT INTO floor (deployment_id, organization_id, received_at, association_id, value)
        SELECT ${made.id}, ${owner.organizationId}, now(), * FROM unnest(
          ${some.map((one) => one.associationId)}::text[], ${some.map((one) => one.value)}::text[])
        ON CONFLICT DO NOTHING`.execute(platform.db.queries);
    }
  });
  const [fresh, again, corrected] = [await take(0), await take(0), await take(1)];
  const seen = { fresh, again, corrected, floor };
  const plainInsert = (value: number) => ({
    name: 'plain inserts into PostgreSQL',
    version: null,
    value: round(value, 1),
  });
  const figuresOf = (id: string, what: string, { seconds, processor }: typeof floor): Measured[] => [
    { id, what, value: round(seconds, 1), unit: 's', peer: plainInsert(seen.floor.seconds) },
    {
      id: `${id}-processor`,
      what: `${what}, processor time of server and database`,
      value: round(processor, 1),
      unit: 's',
      peer: plainInsert(seen.floor.processor),
    },
  ];
  record({
    title: 'Matching actuals with their predictions',
    work: { actuals: COUNT, hours: HOURS, segments: TOWNS.length },
    figures: [
      ...figuresOf('fresh', `${COUNT.toLocaleString('en')} new actuals`, seen.fresh),
      ...figuresOf('again', 'The same once more', seen.again),
      ...figuresOf('corrected', 'All of them corrected', seen.corrected),
    ],
  });
} finally {
  await close();
}
