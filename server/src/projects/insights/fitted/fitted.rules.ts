import type { Coefficient, FitReport, LinearDescription, MissingTreatment, NamedBucket } from '@almanac/engine';
import type { MissingReport, Parameters, WordCloud } from './fitted.schema.ts';

type DerivedFeature = Parameters['derivedFeatures'][number];

const bucketKey = (column: string, bucket: number): string => `${bucket} ${column}`;

const byBucket = (words: readonly NamedBucket[]): ReadonlyMap<string, NamedBucket> =>
  new Map(words.map((one) => [bucketKey(one.column, one.bucket), one]));

/**
 * Coefficients with all that is needed to repeat a prediction: what each multiplies, and how that is made from the
 * column. With several classes each has coefficients of its own; the one shown alone is the greatest of them.
 */
export function toParameters(
  { link, intercepts, coefficients }: LinearDescription,
  report: FitReport | null,
  classes: readonly string[],
): Parameters {
  const words = byBucket(report?.words ?? []);
  const byClass = intercepts.length > 1;
  return {
    parameters: [
      ...intercepts.map((value, k) => ({ name: byClass ? `Intercept (${classes[k]})` : 'Intercept', value })),
      { name: 'Link function', value: link },
    ],
    derivedFeatures: coefficients
      // A text has thousands of words; most have no say.
      .filter(({ term, values }) => term.kind !== 'words' || values.some((value) => value !== 0))
      .map((one) => ({
        ...describeTerm(one, words),
        originalFeature: one.column,
        coefficient: one.values.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0),
        stageCoefficients: byClass
          ? one.values.map((coefficient, k) => ({ stage: classes[k] ?? String(k), coefficient }))
          : [],
      })),
  };
}

function describeTerm(
  { column, term }: Coefficient,
  words: ReadonlyMap<string, NamedBucket>,
): Pick<DerivedFeature, 'derivedFeature' | 'type' | 'transformations'> {
  switch (term.kind) {
    case 'value':
      return {
        derivedFeature: column,
        type: 'NUM',
        transformations: [{ name: 'Missing imputation', value: term.fill }],
      };
    case 'missing':
      return {
        derivedFeature: `${column} is missing`,
        type: 'CAT',
        transformations: [{ name: 'Missing indicator', value: 1 }],
      };
    case 'level':
      return {
        derivedFeature: `${column} = ${term.level}`,
        type: 'CAT',
        transformations: [{ name: 'One-hot', value: term.level }],
      };
    case 'words': {
      const ngram = words.get(bucketKey(column, term.bucket))?.ngram;
      return {
        derivedFeature: `${column}: ${ngram ?? `words #${term.bucket}`}`,
        type: 'TEXT',
        transformations: [
          { name: 'Word n-gram', value: ngram ?? `#${term.bucket}` },
          { name: 'Inverse document frequency', value: term.rarity },
          { name: 'Normalization', value: 'L2' },
        ],
      };
    }
  }
}

/** The n-grams with a say, strongest first; coefficients as shares of the greatest. */
export function toWordCloud(
  { coefficients }: LinearDescription,
  { words }: FitReport,
  labels: readonly (string | null)[],
  excludeStopWords: boolean,
): WordCloud {
  const named = byBucket(words);
  const found = coefficients.flatMap(({ column, term, values }) => {
    const word = term.kind === 'words' ? named.get(bucketKey(column, term.bucket)) : undefined;
    if (word === undefined) return [];
    return values.flatMap((value, k) => (value === 0 ? [] : [{ word, value, label: labels[k] ?? null }]));
  });
  const strongest = found.reduce((most, { value }) => Math.max(most, Math.abs(value)), 0);
  const frequent = found.reduce((most, { word }) => Math.max(most, word.rows), 0);
  const ngrams = found
    .filter(({ word }) => !(excludeStopWords && word.isStopWord))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.word.ngram < b.word.ngram ? -1 : 1))
    .map(({ word, value, label }) => ({
      ngram: word.ngram,
      coefficient: value / strongest,
      count: word.rows,
      frequency: word.rows / frequent,
      isStopword: word.isStopWord,
      class: label,
      variable: word.column,
    }));
  return { ngrams };
}

const TYPES = {
  numeric: 'Numeric',
  categorical: 'Categorical',
  boolean: 'Boolean',
  date: 'Date',
  text: 'Text',
} as const;

function describeTreatment(treatment: MissingTreatment): { readonly task: RegExp; readonly descriptions: string[] } {
  const modelItself = /(?!)/;
  switch (treatment.kind) {
    case 'imputed': {
      const indicator = treatment.indicator ? ['Missing indicator was treated as feature'] : [];
      return { task: /imput/i, descriptions: [`Imputed value: ${treatment.value}`, ...indicator] };
    }
    case 'level':
      return { task: /one-hot/i, descriptions: ['Missing values were treated as a level of their own'] };
    case 'no-level':
      return { task: /one-hot/i, descriptions: ['Missing values were ignored: no level is set'] };
    case 'branch':
      return {
        task: /missing/i,
        descriptions: ['Missing values follow the branch of each split that was learned in training'],
      };
    case 'empty-text':
      return { task: modelItself, descriptions: ['Missing values were treated as a text without words'] };
    case 'unused':
      return { task: modelItself, descriptions: ['Missing values were ignored: the model does not use the feature'] };
  }
}

/** Tasks are numbered as in the chart of the blueprint, where the data is 0. */
export function toMissingReport({ rows, missing }: FitReport, processes: readonly string[]): MissingReport {
  return {
    missingValuesReport: missing.map(({ column, kind, missing: missingCount, treatment }) => {
      const { task, descriptions } = describeTreatment(treatment);
      const found = processes.findIndex((name) => task.test(name));
      const at = found < 0 ? processes.length - 1 : found;
      return {
        feature: column,
        type: TYPES[kind],
        missingCount,
        missingPercentage: rows === 0 ? 0 : missingCount / rows,
        tasks: { [String(at + 1)]: { name: processes[at] ?? '', descriptions } },
      };
    }),
  };
}
