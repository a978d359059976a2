import type { Operation, Recipe, RecipeSettings } from '../../../api/recipes.ts';
import { whole } from '../../../parts/format.ts';
import { textOf } from '../steps/field.ts';

export const previews = [
  { value: 'all', label: 'all rows' },
  { value: 'limit', label: 'the first rows' },
  { value: 'random-sample', label: 'rows taken at random' },
  { value: 'tablesample', label: 'a share of the rows' },
  { value: 'datetime-sample', label: 'the newest or oldest rows by a date' },
] as const;

export const publications = [
  { value: 'all', label: 'all rows' },
  { value: 'random-sample', label: 'rows taken at random' },
  { value: 'smart-downsampling', label: 'all rare answers, fewer of the common' },
] as const;

/** What the form holds of both: which rows a preview looks at, and which are published. */
export interface SamplingForm {
  readonly preview: string;
  readonly rows: number | '';
  readonly percent: number | '';
  readonly date: string;
  readonly series: string;
  readonly strategy: 'latest' | 'earliest';
  readonly publish: string;
  readonly publishRows: number | '';
  readonly method: 'binary' | 'zero-inflated';
  readonly target: string;
  readonly weights: string;
}

const numberIn = (values: Operation['arguments'], name: string, otherwise: number): number =>
  typeof values[name] === 'number' ? values[name] : otherwise;

export function formOf({ inputs, downsampling, settings }: Recipe): SamplingForm {
  const sampling = inputs[0]?.sampling ?? null;
  const [first, last] = [sampling?.arguments ?? {}, downsampling?.arguments ?? {}];
  return {
    preview: sampling?.directive ?? 'all',
    rows: numberIn(first, 'rows', 10_000),
    percent: numberIn(first, 'percent', 10),
    date: textOf(first.datetimePartitionColumn),
    series: textOf(first.multiseriesIdColumn),
    strategy: first.strategy === 'earliest' ? 'earliest' : 'latest',
    publish: downsampling?.directive ?? 'all',
    publishRows: numberIn(last, 'rows', 100_000),
    method: last.method === 'zero-inflated' ? 'zero-inflated' : 'binary',
    target: settings.target ?? '',
    weights: settings.weightsFeature ?? '',
  };
}

const count = (value: number | ''): number => (value === '' ? 1 : value);

/** Which rows a preview looks at; null for all of them. */
export function samplingOf(form: SamplingForm): Operation | null {
  const rows = count(form.rows);
  switch (form.preview) {
    case 'limit':
    case 'random-sample':
      return { directive: form.preview, arguments: { rows } };
    case 'tablesample':
      return { directive: 'tablesample', arguments: { percent: form.percent === '' ? 100 : form.percent } };
    case 'datetime-sample': {
      const series = form.series.trim() === '' ? {} : { multiseriesIdColumn: form.series.trim() };
      const date = { datetimePartitionColumn: form.date.trim(), ...series };
      return { directive: 'datetime-sample', arguments: { rows, strategy: form.strategy, ...date } };
    }
    default:
      return null;
  }
}

/** Which rows are published; null for all of them. */
export function downsamplingOf(form: SamplingForm): Operation | null {
  const rows = count(form.publishRows);
  if (form.publish === 'random-sample') return { directive: 'random-sample', arguments: { rows } };
  if (form.publish !== 'smart-downsampling') return null;
  return { directive: 'smart-downsampling', arguments: { rows, method: form.method } };
}

export const settingsOf = ({ target, weights }: SamplingForm): RecipeSettings => ({
  target: target.trim() === '' ? null : target.trim(),
  weightsFeature: weights.trim() === '' ? null : weights.trim(),
});

/** `10,000 random rows`, for a line under the input. */
export function rowsText(operation: Operation | null): string {
  if (operation === null) return 'all rows';
  const { directive, arguments: values } = operation;
  const rows = whole(numberIn(values, 'rows', 0));
  const texts: Readonly<Record<string, string>> = {
    limit: `the first ${rows} rows`,
    'random-sample': `${rows} random rows`,
    tablesample: `${numberIn(values, 'percent', 0)} % of the rows`,
    'datetime-sample': `the ${values.strategy === 'earliest' ? 'oldest' : 'newest'} ${rows} rows`,
    'smart-downsampling': `${rows} rows, balanced`,
  };
  return texts[directive] ?? directive;
}
