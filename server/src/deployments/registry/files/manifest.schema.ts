import { z } from 'zod';

const KINDS = ['numeric', 'boolean', 'date', 'categorical', 'text'] as const;
const PARTS = ['year', 'yearDay', 'month', 'monthDay', 'week', 'weekDay'] as const;
const name = z.string().min(1);
const file = z.string().regex(/^(model-\d+|reference)$/);
const steps = z.int().min(0).max(1_000_000);

const Column = z.strictObject({
  name,
  kind: z.enum(KINDS),
  featureType: name,
  dateFormat: z.string().nullable(),
  needed: z.boolean(),
  knownInAdvance: z.boolean(),
  importance: z.number().nullable(),
});

const Transform = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text') }),
  z.strictObject({ kind: z.literal('category'), replacement: z.string().nullable(), wholeNumbers: z.boolean() }),
  z.strictObject({ kind: z.literal('number'), replacement: z.number().nullable() }),
  z.strictObject({ kind: z.literal('date part'), part: z.enum(PARTS) }),
]);

/** What serving reads of a plan; the rest is kept as it was written. */
const Plan = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('table'),
    task: z.enum(['regression', 'binary', 'multiclass', 'anomaly']),
    target: name.optional(),
    classes: z.array(z.string()),
    ignore: z.array(z.string()),
  }),
  z.looseObject({
    kind: z.literal('series'),
    panel: z.looseObject({ dateColumn: name, idColumns: z.array(name), target: name }),
    grid: z.looseObject({ unit: name }),
    windows: z.looseObject({ history: steps, blind: steps, first: z.int(), last: z.int() }),
    periods: z.array(z.number()),
    crossSeries: z.boolean(),
  }),
]);

/** The first file of a package file: everything but the models and the profiles, which lie beside it. */
export const Manifest = z.strictObject({
  almanac: z.literal('model package'),
  format: z.literal(1),
  name,
  description: z.string(),
  modelId: name,
  modelType: name,
  projectName: z.string().nullable(),
  predictionThreshold: z.number().min(0).max(1),
  bundle: z.strictObject({
    format: z.literal(1),
    artifact: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('forecaster'), key: file }),
      z.strictObject({ kind: z.literal('rows'), keys: z.array(file).min(1), weights: z.array(z.number()).min(1) }),
    ]),
    plan: Plan,
    target: z.strictObject({
      name: z.string().nullable(),
      type: z.enum(['Regression', 'Binary', 'Multiclass', 'Anomaly']),
      classes: z.array(z.string()),
    }),
    columns: z.array(Column),
    transforms: z.array(z.strictObject({ name, parent: name, transform: Transform })),
    referenceKey: file,
    referenceRows: z.int().min(0),
    baselineScores: z.record(z.string(), z.number().nullable()),
    usualRange: z.strictObject({ lower: z.number(), upper: z.number() }).nullable(),
    trainingDataset: z.strictObject({ id: z.null(), versionId: z.null(), name: z.string() }),
  }),
});
export type Manifest = z.output<typeof Manifest>;
