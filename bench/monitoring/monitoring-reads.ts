/**
 * What monitoring keeps and how fast it is read: a year of hourly profiles of 50 features, `featureDriftOverBatch` over
 * 100 batches x 50 features through the whole application, and the drift of all features over the year.
 */
import {
  BinnedSum,
  digestOf,
  edgesFrom,
  type NumberProfile,
  numericColumn,
  profileColumn,
  seededRandom,
  writeBinned,
} from '@almanac/engine';
import { createUser } from '../../server/src/accounts/users/create-user.ts';
import { createApp } from '../../server/src/app.ts';
import { aDeployment } from '../../server/src/deployments/predictions/predictions.fixtures.ts';
import { DEFAULT_SETTINGS } from '../../server/src/deployments/records/deployment-settings.ts';
import { packageStore } from '../../server/src/deployments/registry/package.store.ts';
import { layoutStore } from '../../server/src/monitoring/profiles/layout.store.ts';
import { binsOfColumn, layoutFrom } from '../../server/src/monitoring/profiles/layout.ts';
import { writeDigest } from '../../server/src/monitoring/profiles/profile.store.ts';
import { batchStore } from '../../server/src/monitoring/scope/batch.store.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { PREDICTION } from '../../server/src/projects/packaging/packaged-model.ts';
import type { Bound, Measured } from '../figures.ts';
import { median, processorMs, round } from '../measure.ts';
import { benchPlatform } from '../platform.ts';
import { ADMIN_HEADERS, ADMIN_KEY } from '../processes.ts';
import { record } from '../record.ts';

const FEATURES = 50;
const BATCHES = 100;
const HOURS = 365 * 24;
const ROWS_AN_HOUR = 1000;
const ROUNDS = 20;

interface Times {
  readonly median: number;
  readonly best: number;
  readonly processor: number;
}

const timesOf = (id: string, what: string, times: Times, must?: Bound): Measured[] => [
  { id, what: `${what}, median`, value: times.median, unit: 'ms', ...(must && { must }) },
  { id: `${id}-best`, what: `${what}, best`, value: times.best, unit: 'ms' },
  { id: `${id}-processor`, what: `${what}, processor time`, value: times.processor, unit: 'ms' },
];

const random = seededRandom(7);
const names = Array.from({ length: FEATURES }, (_, f) => `feature ${f}`);
const draw = (name: string) =>
  numericColumn(
    name,
    Float64Array.from({ length: ROWS_AN_HOUR }, () => random.normal()),
  );
const reference = [...names, PREDICTION].map((name) => {
  const column = draw(name);
  return profileColumn(column, edgesFrom(profileColumn(column) as NumberProfile, 10));
});
const layout = layoutFrom(reference);
/** Some different hours; a year repeats them. */
const hours = Array.from({ length: 24 }, () => ({
  profiles: layout.map((column) => {
    const sum = new BinnedSum(binsOfColumn(column));
    sum.add(draw(column.name));
    return sum.finish();
  }),
  digest: digestOf(Float64Array.from({ length: ROWS_AN_HOUR }, () => random.normal())),
}));

const { platform, close } = await benchPlatform();
try {
  const apiKey = { name: 'k', key: ADMIN_KEY };
  const user = await createUser(platform, { username: 'bench', password: 'bench password', apiKey });
  const owner = { id: user.id, organizationId: user.organization_id };
  const settings = { ...DEFAULT_SETTINGS, batchMonitoring: { enabled: true } };
  const deployment = await aDeployment(platform, owner, 'regression', { settings });
  const { row, bundle } = deployment;
  const [example] = bundle.columns;
  const columns = names.map((name) => ({ ...example, name, kind: 'numeric', needed: true }));
  await packageStore(platform.db.queries).change(row.id, { bundle: JSON.stringify({ ...bundle, columns }) });
  await layoutStore(platform.db.queries).putFirst(owner.organizationId, row.id, layout);
  const of = {
    ...{ deployment_id: deployment.id, package_id: row.id, model_id: row.model_id },
    ...{ organization_id: owner.organizationId, segment_attribute: '', segment_value: '' },
  };
  const now = Date.now();
  const batchIds = Array.from({ length: BATCHES }, () => newId());
  await platform.db.transaction(async (tx) => {
    for (const [n, id] of batchIds.entries()) {
      const person = { created_by: user.id, created_by_name: 'bench', created_at: new Date(now + n) };
      const about = { name: `batch ${n}`, description: null, external_context_url: null, job_id: null };
      const place = { organization_id: owner.organizationId, deployment_id: deployment.id };
      await batchStore(tx).insert({ id, ...place, ...about, ...person });
    }
    const kept = hours.map(({ profiles, digest }) => ({
      profiles: Buffer.from(writeBinned(profiles)),
      digest: writeDigest(digest),
    }));
    const rows = Array.from({ length: HOURS + BATCHES }, (_, n) => {
      const batch_id = batchIds[n - HOURS] ?? '';
      const hour = batch_id === '' ? new Date(Math.floor(now / 3_600_000 - n) * 3_600_000) : new Date(0);
      return { ...of, batch_id, hour, rows: ROWS_AN_HOUR, ...(kept[n % kept.length] as (typeof kept)[number]) };
    });
    for (let at = 0; at < rows.length; at += 500) {
      await tx
        .insertInto('monitoring_profiles')
        .values(rows.slice(at, at + 500))
        .execute();
    }
  });
  await platform.db.pool.query('VACUUM ANALYZE monitoring_profiles');
  const size = await platform.db.pool.query(`SELECT pg_total_relation_size('monitoring_profiles')::bigint AS bytes`);
  const app = await createApp(platform, { version: 'bench' });
  const ask = async (path: string) => {
    const started = performance.now();
    const url = `/api/v2/deployments/${deployment.id}/${path}`;
    const answer = await app.http.inject({ method: 'GET', url, headers: ADMIN_HEADERS });
    const ms = performance.now() - started;
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
    return { ms, text: answer.body };
  };
  const timed = async (path: string, rounds = ROUNDS): Promise<Times> => {
    await ask(path);
    const taken: number[] = [];
    const before = process.cpuUsage();
    for (let n = 0; n < rounds; n += 1) taken.push((await ask(path)).ms);
    const processor = processorMs(before) / rounds;
    // On a busy machine the best round and the processor's own time say more than the clock.
    const best = Math.min(...taken);
    return { median: round(median(taken), 1), best: round(best, 1), processor: round(processor, 1) };
  };
  const all = names.map((name) => `featureNames=${encodeURIComponent(name)}`).join('&');
  const { buckets } = JSON.parse((await ask(`featureDriftOverBatch/?${all}`)).text) as { buckets: unknown[] };
  if (buckets.length !== BATCHES * FEATURES) throw new Error(`${buckets.length} scores`);
  const year = `start=${new Date(Math.floor(now / 3_600_000 - HOURS) * 3_600_000).toISOString()}`;
  const seen = {
    storedMb: round(Number(size.rows[0].bytes) / 1024 ** 2, 1),
    bytesEach: Math.round(Number(size.rows[0].bytes) / HOURS / FEATURES),
    allOverBatch: await timed(`featureDriftOverBatch/?${all}`),
    oneOverBatch: await timed(`featureDriftOverBatch/?${all.split('&')[0]}`),
    week: await timed('featureDrift/?limit=0'),
    year: await timed(`featureDrift/?limit=0&${year}`, 5),
  };
  record({
    title: 'Reads of drift, and what a year of profiles takes',
    work: { features: FEATURES, hours: HOURS, batches: BATCHES, rowsAnHour: ROWS_AN_HOUR },
    figures: [
      { id: 'year-stored', what: 'A year of hourly profiles', value: seen.storedMb, unit: 'MB', must: '< 200' },
      { id: 'bytes-each', what: 'Stored for a feature and hour', value: seen.bytesEach, unit: 'bytes' },
      ...timesOf('over-batch', 'featureDriftOverBatch, 100 batches x 50 features', seen.allOverBatch, '< 50'),
      ...timesOf('over-batch-one', 'featureDriftOverBatch, 100 batches x 1 feature', seen.oneOverBatch),
      ...timesOf('week', 'featureDrift of a week', seen.week),
      ...timesOf('year', 'featureDrift of a year', seen.year),
    ],
  });
  await app.close();
} finally {
  await close();
}
