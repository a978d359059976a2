import { splitSeriesId } from '@almanac/engine';
import { getSeriesPlan } from '../cached-model.ts';
import type { ClassExplanations, ScoredRows } from '../scoring-request.ts';
import {
  formatLike,
  formatMicroseconds,
  formatSeconds,
  isOutlier,
  mostLikelyClass,
  predictionName,
  type ReplyContext,
  type Rounding,
  roundTo,
} from './reply-context.ts';

type WriteRow = (row: number) => string;

/** `{data: [...]}`, one object a row. Written by hand: on the way of every prediction this is where the time goes. */
export function writeJson(context: ReplyContext): string {
  const { scored } = context;
  const write = rowWriter(context);
  let out = '{"data":[';
  for (let row = 0; row < scored.rows; row++) out += row === 0 ? write(row) : `,${write(row)}`;
  return `${out}]}`;
}

function rowWriter(context: ReplyContext): WriteRow {
  const { scored, options } = context;
  const round = roundTo(options.decimals);
  const prediction = predictionWriter(context, round);
  const extras: WriteRow[] = [];
  if (options.approval !== null) {
    const approval = `,"deploymentApprovalStatus":${JSON.stringify(options.approval)}`;
    extras.push(() => approval);
  }
  if (options.expectedRange !== null) {
    const { expectedRange } = options;
    extras.push((row) => `,"isOutlierPrediction":${isOutlier(scored.values[row] as number, expectedRange)}`);
  }
  if (scored.forecasts !== undefined) extras.push(forecastWriter(context, round));
  if (scored.explanations !== undefined) extras.push(explanationsWriter(scored, round));
  if (options.passthrough.length > 0 || context.ids !== undefined) extras.push(passthroughWriter(context));
  const rowIds = scored.forecasts?.rowIds;
  return (row) => {
    let text = `{"rowId":${rowIds === undefined ? row : rowIds[row]},${prediction(row)}`;
    for (const extra of extras) text += extra(row);
    return `${text}}`;
  };
}

const number = (value: number): string => (Number.isFinite(value) ? String(value) : 'null');

/** Numbers of classes are doubles to clients: 1 is written 1.0. */
const labelJson = (label: string | number): string => (Number.isInteger(label) ? `${label}.0` : JSON.stringify(label));

/** `prediction`, `predictionValues` and, of two classes, the threshold. */
function predictionWriter({ model, scored, options }: ReplyContext, round: Rounding): WriteRow {
  const { values, width } = scored;
  const labels = model.labels.map(labelJson);
  const both = (prediction: string, list: string): string =>
    `"prediction":${prediction},"predictionValues":[${list}]` +
    (options.adjusted ? `,"adjustedPrediction":${prediction},"adjustedPredictionValues":[${list}]` : '');
  const value = (label: string, probability: number) => `{"label":${label},"value":${number(round(probability))}}`;
  switch (model.target.type) {
    case 'Binary': {
      const [negative = '0', positive = '1'] = labels;
      const threshold = `,"predictionThreshold":${options.threshold}`;
      return (row) => {
        const probability = values[row] as number;
        const predicted = probability >= options.threshold ? positive : negative;
        return both(predicted, `${value(positive, probability)},${value(negative, 1 - probability)}`) + threshold;
      };
    }
    case 'Multiclass':
      return (row) => {
        const list = labels.map((label, k) => value(label, values[row * width + k] as number)).join(',');
        return both(labels[mostLikelyClass(values, row, width)] as string, list);
      };
    default: {
      const label = JSON.stringify(predictionName(model));
      return (row) => {
        const predicted = values[row] as number;
        return both(number(round(predicted)), value(label, predicted));
      };
    }
  }
}

function forecastWriter({ model, scored, sent }: ReplyContext, round: Rounding): WriteRow {
  const { forecasts } = scored;
  if (forecasts === undefined) return () => '';
  const { panel } = getSeriesPlan(model.manifest);
  const { idColumns } = panel;
  const multiseries = idColumns.length > 0;
  const seriesColumns = (row: number): string => {
    if (idColumns.length < 2) return '';
    const values = splitSeriesId(forecasts.series[row] ?? '', idColumns.length);
    return `,"seriesColumns":${JSON.stringify(Object.fromEntries(idColumns.map((name, at) => [name, values[at]])))}`;
  };
  const raw = sent.kept.get(panel.dateColumn);
  const format = model.columns.find(({ name }) => name === panel.dateColumn)?.dateFormat ?? null;
  return (row) => {
    const time = forecasts.times[row] as number;
    const written = raw?.[forecasts.rowIds[row] as number] ?? formatLike(time, format);
    const intervals = forecasts.intervals
      .map(({ percent, low, high }) => {
        const ends = `{"low":${number(round(low[row] as number))},"high":${number(round(high[row] as number))}}`;
        return `"${percent}":${ends}`;
      })
      .join(',');
    return (
      `,"seriesId":${multiseries ? JSON.stringify(forecasts.series[row]) : 'null'}${seriesColumns(row)}` +
      `,"forecastPoint":"${formatSeconds(forecasts.points[row] as number)}","timestamp":"${formatMicroseconds(time)}"` +
      `,"forecastDistance":${forecasts.distances[row]},"originalFormatTimestamp":${JSON.stringify(String(written))}` +
      (intervals === '' ? '' : `,"predictionIntervals":{${intervals}}`)
    );
  };
}

function explanationsWriter({ explanations }: ScoredRows, round: Rounding): WriteRow {
  if (explanations === undefined) return () => '';
  const listOf = ({ label, features }: ClassExplanations): string[] =>
    features.map(
      ({ feature, value, strength, qualitativeStrength: marks }) =>
        `{"feature":${JSON.stringify(feature)},"featureValue":${JSON.stringify(value)},"strength":${number(round(strength))},` +
        `"qualitativeStrength":${marks === null ? 'null' : `"${marks}"`},"label":${labelJson(label)}}`,
    );
  return (row) => {
    const ofRow = explanations.rows[row];
    const list = `,"predictionExplanations":[${(ofRow ?? []).flatMap(listOf).join(',')}]`;
    const [first] = ofRow ?? [];
    if (explanations.algorithm !== 'shap' || first === undefined) return list;
    return `${list},"shapExplanationsMetadata":{"baseValue":${number(round(first.base))},"remainingTotal":${number(round(first.remaining))},"warnings":null}`;
  };
}

function passthroughWriter({ scored, sent, options, ids }: ReplyContext): WriteRow {
  const passthrough = options.passthrough.filter((name) => name !== ids?.column);
  const columns = passthrough.map((name) => ({ key: JSON.stringify(name), cells: sent.kept.get(name) ?? [] }));
  const rowIds = scored.forecasts?.rowIds;
  return (row) => {
    const at = rowIds === undefined ? row : (rowIds[row] as number);
    const cells = columns.map(({ key, cells: column }) => {
      const cell = column[at] ?? null;
      return `${key}:${typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell)}`;
    });
    if (ids !== undefined) cells.push(`${JSON.stringify(ids.column)}:${JSON.stringify(ids.of(row))}`);
    return `,"passthroughValues":{${cells.join(',')}}`;
  };
}
