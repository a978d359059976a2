import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { uploadProject } from '../shops.ts';

const day = (number: number): string => new Date(Date.UTC(2022, 0, 1 + number)).toISOString().slice(0, 10);

/** One row for each series and step; `more` adds columns of the given names. */
export function seriesCsv(series: number, steps: number, every = 1, more: Record<string, (i: number) => string> = {}) {
  const lines = [['date', 'store', 'sales', ...Object.keys(more)].join(',')];
  for (let one = 0; one < series; one++) {
    for (let step = 0; step < steps; step++) {
      const i = lines.length;
      const sales = 100 + (one % 10) * 10 + (step % 7) * 5 + ((i * 7919) % 13);
      lines.push([day(step * every), `s${one}`, sales, ...Object.values(more).map((value) => value(i))].join(','));
    }
  }
  return `${lines.join('\n')}\n`;
}

export async function projectOf(csv: string, options: CallOptions): Promise<string> {
  const { path, failure } = await follow(await uploadProject(csv, 'Bad data', options), options);
  if (path === undefined) throw new Error(failure);
  return path;
}

export const series = {
  target: 'sales',
  mode: 'quick',
  useTimeSeries: true,
  cvMethod: 'datetime',
  datetimePartitionColumn: 'date',
  multiseriesIdColumns: ['store'],
  forecastWindowStart: 1,
  forecastWindowEnd: 7,
};

export const detect = (path: string, column: string, options: CallOptions) =>
  call('POST', `${path}multiseriesProperties/`, {
    ...options,
    json: { datetimePartitionColumn: 'date', multiseriesIdColumns: [column] },
  });

export const aim = (path: string, json: object, options: CallOptions) =>
  call('PATCH', `${path}aim/`, { ...options, json });
