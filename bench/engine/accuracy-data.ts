import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TimeUnit } from '../../engine/src/series/time-unit.ts';

/** A competition data set: histories to learn from and the outcomes nobody has seen. */
export interface Competition {
  readonly name: string;
  readonly unit: TimeUnit;
  readonly horizon: number;
  /** Season of the published error measures (MASE, Naive 2); the engine is not told. */
  readonly measureSeason: number;
  readonly series: readonly { readonly id: string; readonly values: Float64Array; readonly outcome: Float64Array }[];
}

const FOLDER = process.env.ALMANAC_DATASETS ?? '../shared/datasets';

/** Every data set this bench knows, by the name it is asked for on the command line. */
export const COMPETITIONS: Readonly<Record<string, () => Competition>> = {
  'm4-hourly': () => m4('Hourly', 'HOUR', 48, 24),
  'm4-weekly': () => m4('Weekly', 'WEEK', 13, 1),
  'm3-yearly': () => listed('m3/m3_data.json', 'm3-yearly', 'YEARLY', 'YEAR', 1),
  'm3-quarterly': () => listed('m3/m3_data.json', 'm3-quarterly', 'QUARTERLY', 'QUARTER', 4),
  'm3-monthly': () => listed('m3/m3_data.json', 'm3-monthly', 'MONTHLY', 'MONTH', 12),
  'm3-other': () => listed('m3/m3_data.json', 'm3-other', 'OTHER', 'ROW', 1),
  'tourism-yearly': () => listed('tourism/tcomp_data.json', 'tourism-yearly', 'YEARLY', 'YEAR', 1),
  'tourism-quarterly': () => listed('tourism/tcomp_data.json', 'tourism-quarterly', 'QUARTERLY', 'QUARTER', 4),
  'tourism-monthly': () => listed('tourism/tcomp_data.json', 'tourism-monthly', 'MONTHLY', 'MONTH', 12),
};

function m4(file: string, unit: TimeUnit, horizon: number, measureSeason: number): Competition {
  const outcomes = new Map(wideRows(`m4/${file}-test.csv`).map(({ id, values }) => [id, values]));
  const series = wideRows(`m4/${file}-train.csv`).map(({ id, values }) => ({
    id,
    values,
    outcome: outcomes.get(id) ?? new Float64Array(horizon),
  }));
  return { name: `m4-${file.toLowerCase()}`, unit, horizon, measureSeason, series };
}

function wideRows(file: string): { id: string; values: Float64Array }[] {
  const [, ...lines] = readFileSync(join(FOLDER, file), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [id = '', ...cells] = line.replaceAll('"', '').split(',');
    return {
      id,
      values: Float64Array.from(
        cells.filter((cell) => cell !== '' && cell !== 'NA'),
        Number,
      ),
    };
  });
}

interface ListedSeries {
  readonly sn: readonly string[];
  readonly period: readonly string[];
  readonly h: readonly number[];
  readonly x: readonly number[];
  readonly xx: readonly number[];
}

function listed(file: string, name: string, period: string, unit: TimeUnit, measureSeason: number): Competition {
  const all = Object.values(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<string, ListedSeries>);
  const chosen = all.filter((one) => one.period[0] === period);
  return {
    name,
    unit,
    horizon: chosen[0]?.h[0] ?? 1,
    measureSeason,
    series: chosen.map((one) => ({
      id: one.sn[0] ?? '',
      values: Float64Array.from(one.x),
      outcome: Float64Array.from(one.xx),
    })),
  };
}
