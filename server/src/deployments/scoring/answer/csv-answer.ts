import { splitSeriesId } from '@almanac/engine';
import { seriesPlanOf } from '../series/series-plan.ts';
import { withMicroseconds, withSeconds } from '../series/written-time.ts';
import { type Answered, isUnusual, likeliest, numberName, type Rounding, roundingTo } from './shown.ts';

/** One column of the answer. */
export interface CsvColumn {
  readonly name: string;
  /** The cell as it stands in the file, quoted where it must be. */
  cell(row: number): string;
}

/** What batch predictions can ask of the file besides. */
export interface CsvChoice {
  /** Of classes: all chances, none, or those of some classes. */
  readonly chances?: 'all' | 'none' | readonly string[];
}

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** Quotes what would be read as something else. */
export const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function csvAnswer(answered: Answered): string {
  const columns = csvColumns(answered);
  return csvHead(columns) + csvBody(columns, answered.scored.rows);
}

const csvHead = (columns: readonly CsvColumn[]): string => `${columns.map(({ name }) => quoted(name)).join(',')}\n`;

function csvBody(columns: readonly CsvColumn[], rows: number): string {
  const [first, ...others] = columns;
  if (first === undefined) return '';
  let out = '';
  for (let row = 0; row < rows; row++) {
    out += first.cell(row);
    for (const column of others) out += `,${column.cell(row)}`;
    out += '\n';
  }
  return out;
}

const number = (value: number): string => (Number.isFinite(value) ? String(value) : '');

/** In the order clients know: series and times, chances, the prediction, intervals, reasons, warnings, passthrough. */
export function csvColumns(answered: Answered, choice: CsvChoice = {}): CsvColumn[] {
  const { scored, shown } = answered;
  const round = roundingTo(shown.decimals);
  const { usual, approval } = shown;
  return [
    ...timeColumns(answered),
    ...predictionColumns(answered, round, choice.chances ?? 'all'),
    ...intervalColumns(answered, round),
    ...reasonColumns(answered, round),
    ...(usual === null
      ? []
      : [
          {
            name: 'IS_OUTLIER_PREDICTION',
            cell: (row: number) => (isUnusual(scored.values[row] as number, usual) ? 'True' : 'False'),
          },
        ]),
    ...(approval === null ? [] : [{ name: 'DEPLOYMENT_APPROVAL_STATUS', cell: () => approval }]),
    ...passthroughColumns(answered),
  ];
}

function timeColumns({ model, scored }: Answered): CsvColumn[] {
  const { forecasts } = scored;
  if (forecasts === undefined) return [];
  const { panel } = seriesPlanOf(model.bundle);
  const { idColumns } = panel;
  return [
    ...idColumns.map((name, at) => ({
      name,
      cell: (row: number) => quoted(splitSeriesId(forecasts.series[row] ?? '', idColumns.length)[at] ?? ''),
    })),
    { name: 'FORECAST_POINT', cell: (row) => withSeconds(forecasts.points[row] as number) },
    { name: panel.dateColumn, cell: (row) => withMicroseconds(forecasts.times[row] as number) },
    { name: 'FORECAST_DISTANCE', cell: (row) => String(forecasts.distances[row]) },
  ];
}

function predictionColumns(answered: Answered, round: Rounding, chances: CsvChoice['chances']): CsvColumn[] {
  const { model, scored, shown } = answered;
  const { values, width } = scored;
  const { name: target, type, classes } = model.target;
  const labels = model.labels.map((label) => quoted(String(label)));
  const asked = new Set(Array.isArray(chances) ? (chances as readonly string[]) : []);
  const isShown = (label: string) => chances === 'all' || asked.has(label);
  const chanceOf = (k: number, chance: (row: number) => number): CsvColumn[] => {
    const label = classes[k] ?? String(k);
    return isShown(label) ? [{ name: `${target}_${label}_PREDICTION`, cell: (row) => number(round(chance(row))) }] : [];
  };
  const said = `${target}_PREDICTION`;
  if (type === 'Binary') {
    const [negative = '0', positive = '1'] = labels;
    return [
      ...chanceOf(1, (row) => values[row] as number),
      ...chanceOf(0, (row) => 1 - (values[row] as number)),
      { name: said, cell: (row) => ((values[row] as number) >= shown.threshold ? positive : negative) },
      ...(chances === 'none'
        ? []
        : [
            { name: 'THRESHOLD', cell: () => String(shown.threshold) },
            { name: 'POSITIVE_CLASS', cell: () => positive },
          ]),
    ];
  }
  if (type === 'Multiclass') {
    return [
      ...classes.flatMap((_, k) => chanceOf(k, (row) => values[row * width + k] as number)),
      { name: said, cell: (row) => labels[likeliest(values, row, width)] as string },
    ];
  }
  const name = target === null ? 'ANOMALY_SCORE' : `${numberName(model)}_PREDICTION`;
  return [{ name, cell: (row) => number(round(values[row] as number)) }];
}

function intervalColumns({ scored }: Answered, round: Rounding): CsvColumn[] {
  return (scored.forecasts?.intervals ?? []).flatMap(({ percent, low, high }): CsvColumn[] => [
    { name: `PREDICTION_${percent}_PERCENTILE_LOW`, cell: (row) => number(round(low[row] as number)) },
    { name: `PREDICTION_${percent}_PERCENTILE_HIGH`, cell: (row) => number(round(high[row] as number)) },
  ]);
}

function reasonColumns({ model, scored }: Answered, round: Rounding): CsvColumn[] {
  const { reasons } = scored;
  if (reasons === undefined) return [];
  const columns: CsvColumn[] = [];
  for (let k = 0; k < reasons.classes; k++) {
    const start = model.target.type === 'Multiclass' ? `CLASS_${k + 1}_` : '';
    for (let n = 0; n < reasons.most; n++) {
      const reason = (row: number) => reasons.rows[row]?.[k]?.reasons[n];
      const name = (what: string) => `${start}EXPLANATION_${n + 1}_${what}`;
      columns.push(
        { name: name('FEATURE_NAME'), cell: (row) => quoted(reason(row)?.feature ?? '') },
        { name: name('STRENGTH'), cell: (row) => number(round(reason(row)?.strength ?? Number.NaN)) },
        { name: name('ACTUAL_VALUE'), cell: (row) => quoted(String(reason(row)?.value ?? '')) },
        { name: name('QUALITATIVE_STRENGTH'), cell: (row) => reason(row)?.marks ?? '' },
      );
    }
  }
  if (reasons.algorithm !== 'shap') return columns;
  const first = (row: number) => reasons.rows[row]?.[0];
  columns.push(
    { name: 'SHAP_REMAINING_TOTAL', cell: (row) => number(round(first(row)?.remaining ?? Number.NaN)) },
    { name: 'SHAP_BASE_VALUE', cell: (row) => number(round(first(row)?.base ?? Number.NaN)) },
  );
  return columns;
}

function passthroughColumns({ scored, sent, shown, names }: Answered): CsvColumn[] {
  const rowIds = scored.forecasts?.rowIds;
  const told = names === undefined ? [] : [{ name: names.column, cell: (row: number) => quoted(names.of(row)) }];
  const asked = shown.passthrough.filter((name) => name !== names?.column);
  const columns = asked.map((name): CsvColumn => {
    const cells = sent.kept.get(name) ?? [];
    return { name, cell: (row) => quoted(String(cells[rowIds === undefined ? row : (rowIds[row] as number)] ?? '')) };
  });
  return [...columns, ...told];
}
