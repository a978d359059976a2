import { readFileSync } from 'node:fs';

/** Series with their future, as the competitions published them. */
export interface ForecastSet {
  readonly name: string;
  readonly horizon: number;
  readonly period: number;
  readonly train: readonly Float64Array[];
  readonly test: readonly Float64Array[];
}

const folder = new URL('../../../shared/datasets', import.meta.url);

function wideCsv(path: string): readonly Float64Array[] {
  const lines = readFileSync(new URL(path, folder), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const cells = line.split(',').slice(1);
    return Float64Array.from(
      cells.map((cell) => cell.replaceAll('"', '').trim()).filter((cell) => cell !== ''),
      Number,
    );
  });
}

export function m4(frequency: 'Hourly' | 'Weekly'): ForecastSet {
  const [horizon, period] = frequency === 'Hourly' ? [48, 24] : [13, 1];
  const train = wideCsv(`m4/${frequency}-train.csv`);
  return { name: `M4 ${frequency}`, horizon, period, train, test: wideCsv(`m4/${frequency}-test.csv`) };
}

interface M3Series {
  readonly period: readonly [string];
  readonly x: readonly number[];
  readonly xx: readonly number[];
}

export function m3(kind: 'YEARLY' | 'QUARTERLY' | 'MONTHLY' | 'OTHER'): ForecastSet {
  const file = JSON.parse(readFileSync(new URL('m3/m3_data.json', folder), 'utf8')) as Record<string, M3Series>;
  const series = Object.values(file).filter((one) => one.period[0].toUpperCase() === kind);
  const [horizon, period] = { YEARLY: [6, 1], QUARTERLY: [8, 4], MONTHLY: [18, 12], OTHER: [8, 1] }[kind] as [
    number,
    number,
  ];
  return {
    name: `M3 ${kind.toLowerCase()}`,
    horizon,
    period,
    train: series.map((one) => Float64Array.from(one.x)),
    test: series.map((one) => Float64Array.from(one.xx)),
  };
}

/** Every `step`-th series, for peers that would need hours for all of them. */
export function sampled(set: ForecastSet, step: number): ForecastSet {
  const take = (_: Float64Array, i: number) => i % step === 0;
  const name = step === 1 ? set.name : `${set.name}, every ${step}th series`;
  return { ...set, name, train: set.train.filter(take), test: set.test.filter(take) };
}
