/**
 * The winner of a leaderboard on competition data, through the API: a file is uploaded, the autopilot chooses, the
 * recommended model forecasts. To be as good as the engine alone (`npm run bench -- accuracy`): nothing is lost on the way.
 * Run: npm run bench -- winner m4-hourly|m4-weekly [quick|auto]
 */
import { startInstallation } from '../../conformance/support/installation.ts';
import { competition } from '../engine/competitions.ts';
import { errors, naive2, relativeTo } from '../engine/scores.ts';
import { readResults } from '../figures.ts';
import { round } from '../measure.ts';
import { record } from '../record.ts';
import { projectClient } from './client.ts';

const [name = 'm4-hourly', mode = 'quick'] = process.argv.slice(2);
const set = competition(name);
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

/** The same figure of `npm run bench -- accuracy`, where it was run. */
function engineAlone(id: string) {
  const found = readResults().find((result) => result.name === `accuracy-${name}-${mode}`);
  const value = found?.figures.find((figure) => figure.id === id)?.value ?? null;
  return { name: 'the engine alone', version: null, value };
}

const yardstick = naive2(set);
const server = await startInstallation({ ALMANAC_CHECK_REPLIES: 'false', ALMANAC_WORKERS: '2' });
try {
  const client = projectClient(server);
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
  const ours = errors(set, (s, d) => by.get(`${set.series[s]?.id} ${d + 1}`) ?? Number.NaN);
  const seen = {
    recommended: modelType as string,
    ...{ owa: round(relativeTo(ours, yardstick), 4), smape: round(ours.smape, 3), mase: round(ours.mase, 4) },
    seconds: round(seconds, 1),
  };
  record({
    name: `winner-${name}-${mode}`,
    title: `Recommended model through the API on ${set.title}, ${mode} mode`,
    work: { series: set.series.length, mode, recommended: seen.recommended },
    note: 'The peer is the engine alone on the same data and mode: nothing must be lost on the way through the API.',
    figures: [
      { id: 'owa', what: 'OWA', value: seen.owa, unit: '', peer: engineAlone('owa'), mustRatio: '<= 1' },
      { id: 'smape', what: 'sMAPE', value: seen.smape, unit: '%', peer: engineAlone('smape') },
      { id: 'mase', what: 'MASE', value: seen.mase, unit: '', peer: engineAlone('mase') },
      { id: 'leaderboard', what: 'File to leaderboard', value: seen.seconds, unit: 's' },
    ],
  });
} finally {
  await server.stop();
}
