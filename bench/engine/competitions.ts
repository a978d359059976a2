import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { panelOfSequences } from '../../engine/src/series/panel.ts';
import type { TimeUnit } from '../../engine/src/series/time-unit.ts';
import { ROOT } from '../processes.ts';

/** A competition data set: histories to learn from and the outcomes nobody has seen. */
export interface Competition {
  readonly title: string;
  readonly unit: TimeUnit;
  readonly horizon: number;
  /** Season of the published error measures (MASE, Naive 2); the engine is not told. */
  readonly measureSeason: number;
  readonly series: readonly { readonly id: string; readonly values: Float64Array; readonly outcome: Float64Array }[];
}

/** Where the shared data sets lie, beside the project's root. */
export const DATASETS = process.env.ALMANAC_DATASETS ?? join(ROOT, '../shared/datasets');

/** A file of the shared data sets as text. */
export function readDataset(file: string): string {
  try {
    return readFileSync(join(DATASETS, file), 'utf8');
  } catch (error) {
    const advice = 'Put the data sets there, or name their folder with ALMANAC_DATASETS.';
    throw new Error(`This benchmark needs ${join(DATASETS, file)}. ${advice}`, { cause: error });
  }
}

const M3 = 'm3/m3_data.json';
const TOURISM = 'tourism/tcomp_data.json';

const COMPETITIONS: Readonly<Record<string, () => Competition>> = {
  'm4-hourly': () => m4('Hourly', 'HOUR', 48, 24),
  'm4-weekly': () => m4('Weekly', 'WEEK', 13, 1),
  'm3-yearly': () => listed(M3, 'M3 yearly', 'YEAR', 1),
  'm3-quarterly': () => listed(M3, 'M3 quarterly', 'QUARTER', 4),
  'm3-monthly': () => listed(M3, 'M3 monthly', 'MONTH', 12),
  'm3-other': () => listed(M3, 'M3 other', 'ROW', 1),
  'tourism-yearly': () => listed(TOURISM, 'Tourism yearly', 'YEAR', 1),
  'tourism-quarterly': () => listed(TOURISM, 'Tourism quarterly', 'QUARTER', 4),
  'tourism-monthly': () => listed(TOURISM, 'Tourism monthly', 'MONTH', 12),
};

/** A data set by the name it is asked for on the command line. */
export function competition(name: string): Competition {
  const open = COMPETITIONS[name];
  if (open !== undefined) return open();
  throw new Error(`No data set "${name}". Choose from: ${Object.keys(COMPETITIONS).join(', ')}.`);
}

/** Every `step`-th series, for peers that would need hours for all of them. */
export function sampled(set: Competition, step: number): Competition {
  if (step === 1) return set;
  const series = set.series.filter((_, i) => i % step === 0);
  return { ...set, title: `${set.title}, every ${step}th series`, series };
}

export const panelOf = ({ unit, series }: Competition) => panelOfSequences(unit, series);

/** The season of the published measures, where there is one. */
export const seasonOf = ({ measureSeason }: Competition): number[] => (measureSeason > 1 ? [measureSeason] : []);

function m4(file: string, unit: TimeUnit, horizon: number, measureSeason: number): Competition {
  const outcomes = new Map(wideRows(`m4/${file}-test.csv`).map(({ id, values }) => [id, values]));
  const series = wideRows(`m4/${file}-train.csv`).map(({ id, values }) => ({
    id,
    values,
    outcome: outcomes.get(id) ?? new Float64Array(horizon),
  }));
  return { title: `M4 ${file}`, unit, horizon, measureSeason, series };
}

function wideRows(file: string): { id: string; values: Float64Array }[] {
  const [, ...lines] = readDataset(file).trim().split('\n');
  return lines.map((line) => {
    const [id = '', ...cells] = line.replaceAll('"', '').split(',');
    const known = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell !== 'NA');
    return { id, values: Float64Array.from(known, Number) };
  });
}

interface ListedSeries {
  readonly sn: readonly string[];
  readonly period: readonly string[];
  readonly h: readonly number[];
  readonly x: readonly number[];
  readonly xx: readonly number[];
}

function listed(file: string, title: string, unit: TimeUnit, measureSeason: number): Competition {
  const all = Object.values(JSON.parse(readDataset(file)) as Record<string, ListedSeries>);
  const period = title.split(' ')[1]?.toUpperCase();
  const chosen = all.filter((one) => one.period[0] === period);
  const series = chosen.map((one) => ({
    id: one.sn[0] ?? '',
    values: Float64Array.from(one.x),
    outcome: Float64Array.from(one.xx),
  }));
  return { title, unit, horizon: chosen[0]?.h[0] ?? 1, measureSeason, series };
}
