import * as engine from '@almanac/engine';
import type { CachedModel, RowsModel } from './cached-model.ts';
import { ScoringRefusal } from './scoring-refusal.ts';
import type { ClassExplanations, Explanation, ScoredExplanations, ScoringOptions } from './scoring-request.ts';

/** What each column contributes to each prediction, and the prediction without any. */
type Contributions = ReturnType<typeof engine.explainRows>;

export function explainRowsOf(
  model: CachedModel,
  scorer: RowsModel,
  sent: engine.Frame,
  values: Float64Array,
  options: ScoringOptions,
): ScoredExplanations {
  const { target, labels } = model;
  const outputs = values.length / sent.rows;
  const several = target.type === 'Multiclass';
  refuseUnknownClasses(target.classes, options, several);
  const x = scorer.prepare(sent);
  const all = contributionsOf(scorer, x);
  const cells = all.columns.map((name) => valueIn(engine.columnNamed(x, name)));
  const label = target.type === 'Binary' ? (labels[1] ?? 1) : (target.name ?? 'anomaly');
  const explanationsOf = (row: number, output: number, of: string | number): ClassExplanations => {
    const start = (row * outputs + output) * all.columns.length;
    const features = all.columns.map(
      (feature, c): Contribution => ({
        feature,
        value: cells[c]?.(row) ?? null,
        strength: all.values[start + c] as number,
      }),
    );
    return {
      label: of,
      base: all.base[output] as number,
      ...strongestFeatures(features, options.maxExplanations, options.algorithm),
    };
  };
  const rows = Array.from({ length: sent.rows }, (_, row) => {
    if (several) {
      const probabilities = values.subarray(row * outputs, (row + 1) * outputs);
      return classesToExplain(probabilities, target.classes, options).map((k) =>
        explanationsOf(row, k, labels[k] ?? k),
      );
    }
    return isInExplainedRange(values[row] as number, options) ? [explanationsOf(row, 0, label)] : null;
  });
  const classes = several ? (options.classNames?.length ?? Math.min(options.topClasses, target.classes.length)) : 1;
  return {
    algorithm: options.algorithm,
    most: Number.isFinite(options.maxExplanations) ? options.maxExplanations : all.columns.length,
    classes,
    rows,
  };
}

function refuseUnknownClasses(classes: readonly string[], { classNames }: ScoringOptions, several: boolean): void {
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
 * Members whose predictions are sums on the same scale are explained exactly, weighted as their predictions are. Any
 * other model is compared with a row of missing values.
 */
function contributionsOf({ members, weights }: RowsModel, x: engine.Frame): Contributions {
  const links = new Set(members.map(linkOf));
  const background = { rows: emptyRow(x), random: engine.seededRandom(1) };
  const [first] = members;
  if (members.length === 1 && first !== undefined) return engine.explainRows(first, x, background);
  if (links.size === 1 && !links.has(null)) {
    return weightContributions(
      members.map((member) => engine.explainRows(member, x, background)),
      weights,
    );
  }
  const whole: engine.Fitted = {
    predict: (rows) => {
      const answers = members.map((member) => member.predict(rows));
      return (answers[0] as Float64Array).map((_, i) =>
        answers.reduce((sum, answer, m) => sum + (weights[m] as number) * (answer[i] as number), 0),
      );
    },
    write: () => undefined,
  };
  return engine.explainRows(whole, x, background);
}

const linkOf = (member: engine.Fitted): string | null =>
  member instanceof engine.EnsembleModel
    ? member.ensemble.link
    : 'contributions' in member
      ? (member as engine.LinearModel).state.link
      : null;

function weightContributions(all: readonly Contributions[], weights: readonly number[]): Contributions {
  const columns = [...new Set(all.flatMap((one) => one.columns))];
  const places = new Map(columns.map((name, at) => [name, at]));
  const outputs = all[0]?.base.length ?? 0;
  const rows = all[0] === undefined ? 0 : all[0].values.length / (outputs * all[0].columns.length);
  const base = new Float64Array(outputs);
  const values = new Float64Array(rows * outputs * columns.length);
  all.forEach((one, m) => {
    const weight = weights[m] as number;
    const place = one.columns.map((name) => places.get(name) as number);
    one.base.forEach((value, k) => {
      base[k] = (base[k] as number) + weight * value;
    });
    one.values.forEach((value, i) => {
      const at = Math.floor(i / place.length) * columns.length + (place[i % place.length] as number);
      values[at] = (values[at] as number) + weight * value;
    });
  });
  return { columns, base, values };
}

function emptyRow(x: engine.Frame): engine.Frame {
  const columns = x.columns.map((source): engine.Column => {
    if (source.kind === 'text') return { ...source, values: [null] };
    if (source.kind === 'categorical') return { ...source, codes: Int32Array.of(-1) };
    return { ...source, values: Float64Array.of(Number.NaN) };
  });
  return { rows: 1, columns };
}

function valueIn(source: engine.Column | undefined): (row: number) => string | number | null {
  if (source === undefined) return () => null;
  if (source.kind === 'numeric') {
    return (row) => (Number.isNaN(source.values[row]) ? null : (source.values[row] as number));
  }
  return engine.textsOf(source);
}

/** What components and derived features contribute to each forecast, in the units of the target. */
export function explainForecasts(
  { target }: CachedModel,
  forecasts: readonly engine.ForecastRow[],
  explanations: readonly engine.CellExplanation[],
  options: ScoringOptions,
): ScoredExplanations {
  let most = 0;
  const rows = forecasts.map(({ value }, at): readonly ClassExplanations[] | null => {
    if (!isInExplainedRange(value, options)) return null;
    const { base, contributions } = explanations[at] as engine.CellExplanation;
    const all = contributions.map(
      ({ feature, value: seen, contribution }): Contribution => ({
        feature,
        value: Number.isNaN(seen) ? null : seen,
        strength: contribution,
      }),
    );
    const listed = strongestFeatures(all, options.maxExplanations, options.algorithm);
    most = Math.max(most, listed.features.length);
    return [{ label: `${target.name} (actual)`, base, ...listed }];
  });
  return {
    algorithm: options.algorithm,
    most: Number.isFinite(options.maxExplanations) ? options.maxExplanations : most,
    classes: 1,
    rows,
  };
}

interface Contribution {
  readonly feature: string;
  readonly value: string | number | null;
  readonly strength: number;
}

/** The strongest features first, and the sum of the others. Qualitative strengths are for XEMP only. */
function strongestFeatures(
  all: readonly Contribution[],
  most: number,
  algorithm: ScoringOptions['algorithm'],
): Pick<ClassExplanations, 'features' | 'remaining'> {
  const sorted = [...all].sort(
    (a, b) => Math.abs(b.strength) - Math.abs(a.strength) || (a.feature < b.feature ? -1 : 1),
  );
  const greatest = Math.abs(sorted[0]?.strength ?? 0);
  // A contribution of zero explains nothing, but SHAP values are listed in full.
  const listed = sorted.slice(0, most).filter(({ strength }) => strength !== 0 || algorithm === 'shap');
  return {
    features: listed.map(
      (one): Explanation => ({
        ...one,
        qualitativeStrength: algorithm === 'shap' ? null : qualitativeStrengthOf(one.strength, greatest),
      }),
    ),
    remaining: sorted.slice(listed.length).reduce((sum, { strength }) => sum + strength, 0),
  };
}

/** By the share of the row's greatest strength. */
function qualitativeStrengthOf(strength: number, greatest: number): string {
  const sign = strength < 0 ? '-' : '+';
  const share = greatest > 0 ? Math.abs(strength) / greatest : 0;
  if (share > 0.75) return sign.repeat(3);
  if (share > 0.25) return sign.repeat(2);
  return share > 0.001 ? sign : `<${sign}`;
}

/** Explanations may be options for high and low predictions only. */
const isInExplainedRange = (value: number, { low, high }: Pick<ScoringOptions, 'low' | 'high'>): boolean =>
  (low === null && high === null) || (low !== null && value < low) || (high !== null && value > high);

/** The classes to explain, by index: those that are named, else the most likely ones. */
function classesToExplain(
  probabilities: ArrayLike<number>,
  classes: readonly string[],
  { classNames, topClasses }: Pick<ScoringOptions, 'classNames' | 'topClasses'>,
): number[] {
  if (classNames !== null) return classNames.map((name) => classes.indexOf(name)).filter((at) => at >= 0);
  return classes
    .map((_, at) => at)
    .sort((a, b) => (probabilities[b] as number) - (probabilities[a] as number) || a - b)
    .slice(0, topClasses);
}
