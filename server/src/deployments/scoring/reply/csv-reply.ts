import { splitSeriesId } from '@almanac/engine';
import { getSeriesPlan } from '../cached-model.ts';
import {
  formatMicroseconds,
  formatSeconds,
  isOutlier,
  mostLikelyClass,
  predictionName,
  type ReplyContext,
  type Rounding,
  roundTo,
} from './reply-context.ts';

/** One column of the answer. */
export interface CsvColumn {
  readonly name: string;
  /** The cell as it stands in the file, quoted where it must be. */
  cell(row: number): string;
}

/** What batch predictions can ask of the file besides. */
export interface CsvChoice {
  /** Of classes: all probabilities, none, or those of some classes. */
  readonly probabilities?: 'all' | 'none' | readonly string[];
}

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** Quotes what would be read as something else. */
export const quoteCell = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function writeCsv(context: ReplyContext): string {
  const columns = csvColumns(context);
  return csvHead(columns) + csvBody(columns, context.scored.rows);
}

const csvHead = (columns: readonly CsvColumn[]): string => `${columns.map(({ name }) => quoteCell(name)).join(',')}\n`;

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

/** In the order clients know: series and times, probabilities, the prediction, intervals, explanations, warnings, passthrough. */
export function csvColumns(context: ReplyContext, choice: CsvChoice = {}): CsvColumn[] {
  const { scored, options } = context;
  const round = roundTo(options.decimals);
  const { expectedRange, approval } = options;
  return [
    ...timeColumns(context),
    ...predictionColumns(context, round, choice.probabilities ?? 'all'),
    ...intervalColumns(context, round),
    ...explanationColumns(context, round),
    ...(expectedRange === null
      ? []
      : [
          {
            name: 'IS_OUTLIER_PREDICTION',
            cell: (row: number) => (isOutlier(scored.values[row] as number, expectedRange) ? 'True' : 'False'),
          },
        ]),
    ...(approval === null ? [] : [{ name: 'DEPLOYMENT_APPROVAL_STATUS', cell: () => approval }]),
    ...passthroughColumns(context),
  ];
}

function timeColumns({ model, scored }: ReplyContext): CsvColumn[] {
  const { forecasts } = scored;
  if (forecasts === undefined) return [];
  const { panel } = getSeriesPlan(model.manifest);
  const { idColumns } = panel;
  return [
    ...idColumns.map((name, at) => ({
      name,
      cell: (row: number) => quoteCell(splitSeriesId(forecasts.series[row] ?? '', idColumns.length)[at] ?? ''),
    })),
    { name: 'FORECAST_POINT', cell: (row) => formatSeconds(forecasts.points[row] as number) },
    { name: panel.dateColumn, cell: (row) => formatMicroseconds(forecasts.times[row] as number) },
    { name: 'FORECAST_DISTANCE', cell: (row) => String(forecasts.distances[row]) },
  ];
}

function predictionColumns(
  context: ReplyContext,
  round: Rounding,
  probabilities: CsvChoice['probabilities'],
): CsvColumn[] {
  const { model, scored, options } = context;
  const { values, width } = scored;
  const { name: target, type, classes } = model.target;
  const labels = model.labels.map((label) => quoteCell(String(label)));
  const requested = new Set(Array.isArray(probabilities) ? (probabilities as readonly string[]) : []);
  const isShown = (label: string) => probabilities === 'all' || requested.has(label);
  const probabilityOf = (k: number, probability: (row: number) => number): CsvColumn[] => {
    const label = classes[k] ?? String(k);
    return isShown(label)
      ? [{ name: `${target}_${label}_PREDICTION`, cell: (row) => number(round(probability(row))) }]
      : [];
  };
  const predicted = `${target}_PREDICTION`;
  if (type === 'Binary') {
    const [negative = '0', positive = '1'] = labels;
    return [
      ...probabilityOf(1, (row) => values[row] as number),
      ...probabilityOf(0, (row) => 1 - (values[row] as number)),
      { name: predicted, cell: (row) => ((values[row] as number) >= options.threshold ? positive : negative) },
      ...(probabilities === 'none'
        ? []
        : [
            { name: 'THRESHOLD', cell: () => String(options.threshold) },
            { name: 'POSITIVE_CLASS', cell: () => positive },
          ]),
    ];
  }
  if (type === 'Multiclass') {
    return [
      ...classes.flatMap((_, k) => probabilityOf(k, (row) => values[row * width + k] as number)),
      { name: predicted, cell: (row) => labels[mostLikelyClass(values, row, width)] as string },
    ];
  }
  const name = target === null ? 'ANOMALY_SCORE' : `${predictionName(model)}_PREDICTION`;
  return [{ name, cell: (row) => number(round(values[row] as number)) }];
}

function intervalColumns({ scored }: ReplyContext, round: Rounding): CsvColumn[] {
  return (scored.forecasts?.intervals ?? []).flatMap(({ percent, low, high }): CsvColumn[] => [
    { name: `PREDICTION_${percent}_PERCENTILE_LOW`, cell: (row) => number(round(low[row] as number)) },
    { name: `PREDICTION_${percent}_PERCENTILE_HIGH`, cell: (row) => number(round(high[row] as number)) },
  ]);
}

function explanationColumns({ model, scored }: ReplyContext, round: Rounding): CsvColumn[] {
  const { explanations } = scored;
  if (explanations === undefined) return [];
  const columns: CsvColumn[] = [];
  for (let k = 0; k < explanations.classes; k++) {
    const start = model.target.type === 'Multiclass' ? `CLASS_${k + 1}_` : '';
    for (let n = 0; n < explanations.most; n++) {
      const explanation = (row: number) => explanations.rows[row]?.[k]?.features[n];
      const name = (what: string) => `${start}EXPLANATION_${n + 1}_${what}`;
      columns.push(
        { name: name('FEATURE_NAME'), cell: (row) => quoteCell(explanation(row)?.feature ?? '') },
        { name: name('STRENGTH'), cell: (row) => number(round(explanation(row)?.strength ?? Number.NaN)) },
        { name: name('ACTUAL_VALUE'), cell: (row) => quoteCell(String(explanation(row)?.value ?? '')) },
        { name: name('QUALITATIVE_STRENGTH'), cell: (row) => explanation(row)?.qualitativeStrength ?? '' },
      );
    }
  }
  if (explanations.algorithm !== 'shap') return columns;
  const first = (row: number) => explanations.rows[row]?.[0];
  columns.push(
    { name: 'SHAP_REMAINING_TOTAL', cell: (row) => number(round(first(row)?.remaining ?? Number.NaN)) },
    { name: 'SHAP_BASE_VALUE', cell: (row) => number(round(first(row)?.base ?? Number.NaN)) },
  );
  return columns;
}

function passthroughColumns({ scored, sent, options, ids }: ReplyContext): CsvColumn[] {
  const rowIds = scored.forecasts?.rowIds;
  const idColumns = ids === undefined ? [] : [{ name: ids.column, cell: (row: number) => quoteCell(ids.of(row)) }];
  const passthrough = options.passthrough.filter((name) => name !== ids?.column);
  const columns = passthrough.map((name): CsvColumn => {
    const cells = sent.kept.get(name) ?? [];
    return {
      name,
      cell: (row) => quoteCell(String(cells[rowIds === undefined ? row : (rowIds[row] as number)] ?? '')),
    };
  });
  return [...columns, ...idColumns];
}
