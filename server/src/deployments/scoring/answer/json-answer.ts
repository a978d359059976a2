import { splitSeriesId } from '@almanac/engine';
import type { ClassReasons, Scored } from '../scored.ts';
import { seriesPlanOf } from '../series/series-plan.ts';
import { withMicroseconds, withSeconds, writtenLike } from '../series/written-time.ts';
import { type Answered, isUnusual, likeliest, numberName, type Rounding, roundingTo } from './shown.ts';

type WriteRow = (row: number) => string;

/** `{data: [...]}`, one object a row. Written by hand: on the way of every prediction this is where the time goes. */
export function jsonAnswer(answered: Answered): string {
  const { scored } = answered;
  const write = rowWriter(answered);
  let out = '{"data":[';
  for (let row = 0; row < scored.rows; row++) out += row === 0 ? write(row) : `,${write(row)}`;
  return `${out}]}`;
}

function rowWriter(answered: Answered): WriteRow {
  const { scored, shown } = answered;
  const round = roundingTo(shown.decimals);
  const prediction = predictionWriter(answered, round);
  const extras: WriteRow[] = [];
  if (shown.approval !== null) {
    const approval = `,"deploymentApprovalStatus":${JSON.stringify(shown.approval)}`;
    extras.push(() => approval);
  }
  if (shown.usual !== null) {
    const { usual } = shown;
    extras.push((row) => `,"isOutlierPrediction":${isUnusual(scored.values[row] as number, usual)}`);
  }
  if (scored.forecasts !== undefined) extras.push(forecastWriter(answered, round));
  if (scored.reasons !== undefined) extras.push(reasonsWriter(scored, round));
  if (shown.passthrough.length > 0 || answered.names !== undefined) extras.push(passthroughWriter(answered));
  const rowIds = scored.forecasts?.rowIds;
  return (row) => {
    let text = `{"rowId":${rowIds === undefined ? row : rowIds[row]},${prediction(row)}`;
    for (const extra of extras) text += extra(row);
    return `${text}}`;
  };
}

const number = (value: number): string => (Number.isFinite(value) ? String(value) : 'null');

/** `prediction`, `predictionValues` and, of two classes, the threshold. */
function predictionWriter({ model, scored, shown }: Answered, round: Rounding): WriteRow {
  const { values, width } = scored;
  const labels = model.labels.map((label) => JSON.stringify(label));
  const both = (prediction: string, list: string): string =>
    `"prediction":${prediction},"predictionValues":[${list}]` +
    (shown.adjusted ? `,"adjustedPrediction":${prediction},"adjustedPredictionValues":[${list}]` : '');
  const value = (label: string, chance: number) => `{"label":${label},"value":${number(round(chance))}}`;
  switch (model.target.type) {
    case 'Binary': {
      const [negative = '0', positive = '1'] = labels;
      const threshold = `,"predictionThreshold":${shown.threshold}`;
      return (row) => {
        const chance = values[row] as number;
        const said = chance >= shown.threshold ? positive : negative;
        return both(said, `${value(positive, chance)},${value(negative, 1 - chance)}`) + threshold;
      };
    }
    case 'Multiclass':
      return (row) => {
        const list = labels.map((label, k) => value(label, values[row * width + k] as number)).join(',');
        return both(labels[likeliest(values, row, width)] as string, list);
      };
    default: {
      const label = JSON.stringify(numberName(model));
      return (row) => {
        const said = values[row] as number;
        return both(number(round(said)), value(label, said));
      };
    }
  }
}

function forecastWriter({ model, scored, sent }: Answered, round: Rounding): WriteRow {
  const { forecasts } = scored;
  if (forecasts === undefined) return () => '';
  const { panel } = seriesPlanOf(model.bundle);
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
    const written = raw?.[forecasts.rowIds[row] as number] ?? writtenLike(time, format);
    const intervals = forecasts.intervals
      .map(({ percent, low, high }) => {
        const ends = `{"low":${number(round(low[row] as number))},"high":${number(round(high[row] as number))}}`;
        return `"${percent}":${ends}`;
      })
      .join(',');
    return (
      `,"seriesId":${multiseries ? JSON.stringify(forecasts.series[row]) : 'null'}${seriesColumns(row)}` +
      `,"forecastPoint":"${withSeconds(forecasts.points[row] as number)}","timestamp":"${withMicroseconds(time)}"` +
      `,"forecastDistance":${forecasts.distances[row]},"originalFormatTimestamp":${JSON.stringify(String(written))}` +
      (intervals === '' ? '' : `,"predictionIntervals":{${intervals}}`)
    );
  };
}

function reasonsWriter({ reasons }: Scored, round: Rounding): WriteRow {
  if (reasons === undefined) return () => '';
  const listOf = ({ label, reasons: list }: ClassReasons): string[] =>
    list.map(
      ({ feature, value, strength, marks }) =>
        `{"feature":${JSON.stringify(feature)},"featureValue":${JSON.stringify(value)},"strength":${number(round(strength))},` +
        `"qualitativeStrength":${marks === null ? 'null' : `"${marks}"`},"label":${JSON.stringify(label)}}`,
    );
  return (row) => {
    const told = reasons.rows[row];
    const list = `,"predictionExplanations":[${(told ?? []).flatMap(listOf).join(',')}]`;
    const [first] = told ?? [];
    if (reasons.algorithm !== 'shap' || first === undefined) return list;
    return `${list},"shapExplanationsMetadata":{"baseValue":${number(round(first.base))},"remainingTotal":${number(round(first.remaining))},"warnings":null}`;
  };
}

function passthroughWriter({ scored, sent, shown, names }: Answered): WriteRow {
  const asked = shown.passthrough.filter((name) => name !== names?.column);
  const columns = asked.map((name) => ({ key: JSON.stringify(name), cells: sent.kept.get(name) ?? [] }));
  const rowIds = scored.forecasts?.rowIds;
  return (row) => {
    const at = rowIds === undefined ? row : (rowIds[row] as number);
    const cells = columns.map(({ key, cells: column }) => {
      const cell = column[at] ?? null;
      return `${key}:${typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell)}`;
    });
    if (names !== undefined) cells.push(`${JSON.stringify(names.column)}:${JSON.stringify(names.of(row))}`);
    return `,"passthroughValues":{${cells.join(',')}}`;
  };
}
