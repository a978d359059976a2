import {
  type Column,
  columnNamed,
  EnsembleModel,
  explainRows,
  type Fitted,
  type Frame,
  type LinearModel,
  seeded,
  textsOf,
} from '@almanac/engine';
import type { HotModel, RowsModel } from '../hot-model.ts';
import { ScoringRefusal } from '../refusal.ts';
import type { Asked, ClassReasons, ScoredReasons } from '../scored.ts';
import { type Contribution, classesToExplain, isExplained, strongest } from './strength.rules.ts';

/** What each column adds to each answer, and what is said without any. */
type Told = ReturnType<typeof explainRows>;

export function explainTable(
  model: HotModel,
  serves: RowsModel,
  sent: Frame,
  values: Float64Array,
  asked: Asked,
): ScoredReasons {
  const { target, labels } = model;
  const outputs = values.length / sent.rows;
  const several = target.type === 'Multiclass';
  refuseUnknownClasses(target.classes, asked, several);
  const x = serves.prepare(sent);
  const told = contributions(serves, x);
  const cells = told.columns.map((name) => valueIn(columnNamed(x, name)));
  const label = target.type === 'Binary' ? (labels[1] ?? 1) : (target.name ?? 'anomaly');
  const reasonsOf = (row: number, output: number, of: string | number): ClassReasons => {
    const start = (row * outputs + output) * told.columns.length;
    const all = told.columns.map(
      (feature, c): Contribution => ({
        feature,
        value: cells[c]?.(row) ?? null,
        strength: told.values[start + c] as number,
      }),
    );
    return { label: of, base: told.base[output] as number, ...strongest(all, asked.mostReasons, asked.algorithm) };
  };
  const rows = Array.from({ length: sent.rows }, (_, row) => {
    if (several) {
      const chances = values.subarray(row * outputs, (row + 1) * outputs);
      return classesToExplain(chances, target.classes, asked).map((k) => reasonsOf(row, k, labels[k] ?? k));
    }
    return isExplained(values[row] as number, asked) ? [reasonsOf(row, 0, label)] : null;
  });
  const classes = several ? (asked.classNames?.length ?? Math.min(asked.topClasses, target.classes.length)) : 1;
  return {
    algorithm: asked.algorithm,
    most: Number.isFinite(asked.mostReasons) ? asked.mostReasons : told.columns.length,
    classes,
    rows,
  };
}

function refuseUnknownClasses(classes: readonly string[], { classNames }: Asked, several: boolean): void {
  if (classNames === null || !several) return;
  const known = new Set(classes);
  const unknown = classNames.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new ScoringRefusal(
    'not-explained',
    `explanationClassNames: there is no class ${unknown.map((name) => JSON.stringify(name)).join(', ')}. The model tells ` +
      `apart: ${classes.join(', ')}.`,
    'explanationClassNames',
  );
}

/**
 * Members whose answers are sums on the same scale are explained exactly, and their parts weighted as their answers are.
 * Any other model is compared with a row of which nothing is known.
 */
function contributions({ members, weights }: RowsModel, x: Frame): Told {
  const links = new Set(members.map(linkOf));
  const background = { rows: emptyRow(x), random: seeded(1) };
  const [first] = members;
  if (members.length === 1 && first !== undefined) return explainRows(first, x, background);
  if (links.size === 1 && !links.has(null)) {
    return weighted(
      members.map((member) => explainRows(member, x, background)),
      weights,
    );
  }
  const whole: Fitted = {
    predict: (rows) => {
      const answers = members.map((member) => member.predict(rows));
      return (answers[0] as Float64Array).map((_, i) =>
        answers.reduce((sum, answer, m) => sum + (weights[m] as number) * (answer[i] as number), 0),
      );
    },
    write: () => undefined,
  };
  return explainRows(whole, x, background);
}

const linkOf = (member: Fitted): string | null =>
  member instanceof EnsembleModel
    ? member.ensemble.link
    : 'contributions' in member
      ? (member as LinearModel).state.link
      : null;

function weighted(all: readonly Told[], weights: readonly number[]): Told {
  const columns = [...new Set(all.flatMap((told) => told.columns))];
  const places = new Map(columns.map((name, at) => [name, at]));
  const outputs = all[0]?.base.length ?? 0;
  const rows = all[0] === undefined ? 0 : all[0].values.length / (outputs * all[0].columns.length);
  const base = new Float64Array(outputs);
  const values = new Float64Array(rows * outputs * columns.length);
  all.forEach((told, m) => {
    const weight = weights[m] as number;
    const place = told.columns.map((name) => places.get(name) as number);
    told.base.forEach((value, k) => {
      base[k] = (base[k] as number) + weight * value;
    });
    told.values.forEach((value, i) => {
      const at = Math.floor(i / place.length) * columns.length + (place[i % place.length] as number);
      values[at] = (values[at] as number) + weight * value;
    });
  });
  return { columns, base, values };
}

function emptyRow(x: Frame): Frame {
  const columns = x.columns.map((source): Column => {
    if (source.kind === 'text') return { ...source, values: [null] };
    if (source.kind === 'categorical') return { ...source, codes: Int32Array.of(-1) };
    return { ...source, values: Float64Array.of(Number.NaN) };
  });
  return { rows: 1, columns };
}

function valueIn(source: Column | undefined): (row: number) => string | number | null {
  if (source === undefined) return () => null;
  if (source.kind === 'numeric') {
    return (row) => (Number.isNaN(source.values[row]) ? null : (source.values[row] as number));
  }
  return textsOf(source);
}
