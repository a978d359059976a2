import { loadavg } from 'node:os';
import { startInstallation } from '../../conformance/support/installation.ts';
import { deseasonalisedNaive } from '../../engine/src/local/baselines/baselines.ts';
import { naiveScale } from '../../engine/src/metrics/point-errors.ts';
import { COMPETITIONS, type Competition } from '../engine/accuracy-data.ts';
import { record } from '../record.ts';
import { projectClient } from './client.ts';

/**
 * The winner of a leaderboard on competition data, through the API: a file is uploaded, the autopilot chooses, the
 * recommended model forecasts. To be as good as the engine alone (results/accuracy.json): nothing is lost on the way.
 * Run: npm run bench -- winner m4-hourly|m4-weekly [quick|auto]
 */

const [name = 'm4-hourly', mode = 'quick'] = process.argv.slice(2);
const open = COMPETITIONS[name];
if (open === undefined) throw new Error(`No data set "${name}". Choose m4-hourly or m4-weekly.`);
const set: Competition = open();
const STEP_MS = { HOUR: 3_600_000, DAY: 86_400_000, WEEK: 604_800_000 }[set.unit as 'HOUR' | 'DAY' | 'WEEK'];
/** The competition gives no dates; all series end at the same moment, as data of a business do. */
const LAST_MS = Date.UTC(2024, 0, 1);

const moment = (steps: number): string => new Date(LAST_MS + steps * STEP_MS).toISOString().slice(0, 19);
const history = set.series.flatMap(({ id, values }) =>
  Array.from(values, (value, i) => `${moment(i + 1 - values.length)},${id},${value}`),
);
const ahead = set.series.flatMap(({ id, values }) => [
  `${moment(0)},${id},${values.at(-1)}`,
  ...Array.from({ length: set.horizon }, (_, d) => `${moment(d + 1)},${id},`),
]);
const csv = (rows: readonly string[]): string => `when,series,value\n${rows.join('\n')}\n`;

type Say = (id: string, series: number, step: number) => number;

/** As the competition computes them; the same as in the engine's own bench. */
function errors(said: Say): { smape: number; mase: number } {
  let [smape, mase, scaled] = [0, 0, 0];
  set.series.forEach(({ id, values, outcome }, s) => {
    let [percent, absolute] = [0, 0];
    outcome.forEach((actual, d) => {
      const value = said(id, s, d);
      const size = Math.abs(actual) + Math.abs(value);
      percent += size > 0 ? (200 * Math.abs(actual - value)) / size / outcome.length : 0;
      absolute += Math.abs(actual - value) / outcome.length;
    });
    smape += percent / set.series.length;
    const scale = naiveScale(values, values.length > set.measureSeason ? set.measureSeason : 1);
    if (!(scale > 0)) return;
    mase += absolute / scale;
    scaled++;
  });
  return { smape, mase: mase / scaled };
}

const periods = set.measureSeason > 1 ? [set.measureSeason] : [];
const naive = set.series.map(({ values }) => deseasonalisedNaive.fit(values, { periods }).forecast(set.horizon));
const yardstick = errors((_id, s, d) => naive[s]?.[d] ?? 0);
const server = await startInstallation({ ALMANAC_CHECK_REPLIES: 'false', ALMANAC_WORKERS: '2' });
try {
  const client = projectClient(server.url, server.adminKey);
  const started = performance.now();
  const project = await client.project(csv(history));
  const columns = { datetimePartitionColumn: 'when', multiseriesIdColumns: ['series'] };
  const windows = { forecastWindowStart: 1, forecastWindowEnd: set.horizon };
  const aim = { target: 'value', mode, useTimeSeries: true, cvMethod: 'datetime', disableHoldout: true, ...windows };
  await client.model(project, columns, aim);
  const seconds = (performance.now() - started) / 1000;
  const { modelId } = await client.get(`${project}recommendedModels/recommendedModel/`);
  const { modelType } = await client.get(`${project}models/${modelId}/`);
  const forecasts = await client.predict(project, modelId, csv(ahead), { forecastPoint: `${moment(0)}Z` });
  const step = Math.min(...forecasts.map(({ forecastDistance }) => forecastDistance));
  const by = new Map(forecasts.map((one) => [`${one.seriesId} ${one.forecastDistance / step}`, one.prediction]));
  const { smape, mase } = errors((id, _s, d) => by.get(`${id} ${d + 1}`) ?? Number.NaN);
  record(`projects-winner-${name}-${mode}`, {
    set: name,
    mode,
    series: set.series.length,
    recommended: modelType,
    owa: Number(((smape / yardstick.smape + mase / yardstick.mase) / 2).toFixed(4)),
    smape: Number(smape.toFixed(3)),
    mase: Number(mase.toFixed(4)),
    'file to leaderboard s': Number(seconds.toFixed(1)),
    'load of the machine': Number((loadavg()[0] ?? 0).toFixed(1)),
  });
} finally {
  await server.stop();
}
