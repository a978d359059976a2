import { z } from 'zod';
import { Intake, Output } from './places.schema.ts';

const text = z.string().min(1).max(10_000);
const columns = z.array(z.string().max(10_000)).max(20_000);
const threshold = z.number().nullish();

export const CsvSettings = z.strictObject({
  delimiter: z
    .string()
    .refine((value) => value === 'tab' || /^[\x20-\x7e\t]$/.test(value), {
      error: 'Must be one ASCII character or "tab"',
    })
    .default(','),
  quotechar: z
    .string()
    .regex(/^[\x21-\x7e]$/, { error: 'Must be one ASCII character' })
    .default('"'),
  encoding: z.string().min(1).max(60).default('utf-8'),
});

const relax = { relaxKnownInAdvanceFeaturesCheck: z.boolean().nullish() };
const moment = z.string().refine((value) => !Number.isNaN(Date.parse(value)), { error: 'Must be a date and time' });

export const TimeSeriesSettings = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('forecast'), forecastPoint: moment.nullish(), ...relax }),
  z.strictObject({
    type: z.literal('historical'),
    predictionsStartDate: moment.nullish(),
    predictionsEndDate: moment.nullish(),
    ...relax,
  }),
  z.strictObject({ type: z.literal('training'), ...relax }),
]);

const Remapped = z.strictObject({ inputName: text, outputName: text.nullable() });

/** Clients write a map or a list; it is answered as a list. */
const Remapping = z.union([
  z.array(Remapped),
  z
    .record(z.string(), text.nullable())
    .transform((map) => Object.entries(map).map(([inputName, outputName]) => ({ inputName, outputName }))),
]);

/** Every field a batch of predictions is asked with. */
export const batchSpecShape = {
  deploymentId: text.nullish(),
  modelId: text.nullish(),
  modelPackageId: text.nullish(),
  intakeSettings: Intake.default({ type: 'localFile', multipart: false, async: true }),
  outputSettings: Output.default({ type: 'localFile' }),
  csvSettings: CsvSettings.default({ delimiter: ',', quotechar: '"', encoding: 'utf-8' }),
  timeseriesSettings: TimeSeriesSettings.nullish(),
  numConcurrent: z.int().min(1).max(1024).nullish(),
  chunkSize: z.union([z.enum(['auto', 'fixed', 'dynamic']), z.int().min(20).max(41_943_040)]).default('auto'),
  passthroughColumns: columns.nullish(),
  passthroughColumnsSet: z.literal('all').nullish(),
  maxExplanations: z.int().min(0).max(100).default(0),
  maxNgramExplanations: z.union([z.int().min(0), z.literal('all')]).nullish(),
  explanationAlgorithm: z.enum(['shap', 'xemp']).nullish(),
  explanationNumTopClasses: z.int().min(1).max(10).nullish(),
  explanationClassNames: z.array(text).min(1).max(10).nullish(),
  thresholdHigh: threshold,
  thresholdLow: threshold,
  predictionThreshold: z.number().min(0).max(1).nullish(),
  predictionWarningEnabled: z.boolean().nullish(),
  includePredictionStatus: z.boolean().default(false),
  includeProbabilities: z.boolean().default(true),
  includeProbabilitiesClasses: z.array(text).max(10_000).default([]),
  skipDriftTracking: z.boolean().default(false),
  abortOnError: z.boolean().default(true),
  columnNamesRemapping: Remapping.nullish(),
  disableRowLevelErrorHandling: z.boolean().default(false),
  pinnedModelId: text.nullish(),
  monitoringBatchPrefix: z.string().max(200).nullish(),
  predictionInstance: z.unknown().optional(),
  secondaryDatasetsConfigId: z.unknown().optional(),
} as const;

/** Named so that a refusal can say why, instead of calling them unknown. */
const NOT_HERE = {
  predictionInstance: 'Batches are scored by the workers of this installation; leave predictionInstance out',
  secondaryDatasetsConfigId: 'There are no secondary datasets here; leave secondaryDatasetsConfigId out',
} as const;

type Loose = z.output<z.ZodObject<typeof batchSpecShape>>;

export function checkBatchSpec(spec: Partial<Loose>, context: z.RefinementCtx): void {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  for (const [field, why] of Object.entries(NOT_HERE)) {
    if (spec[field as keyof typeof NOT_HERE] != null) wrong(field, why);
  }
  if (spec.passthroughColumns?.length && spec.passthroughColumnsSet) {
    wrong('passthroughColumnsSet', 'Send either passthroughColumns or passthroughColumnsSet');
  }
  if (spec.explanationNumTopClasses != null && spec.explanationClassNames != null) {
    wrong('explanationClassNames', 'Send either explanationNumTopClasses or explanationClassNames');
  }
  if (/^utf-?(16|32)/i.test(spec.csvSettings?.encoding ?? '')) {
    wrong('csvSettings.encoding', 'Lines of UTF-16 and UTF-32 cannot be told apart while they arrive; send UTF-8');
  }
  const { delimiter, quotechar } = spec.csvSettings ?? {};
  if (delimiter !== undefined && delimiter === quotechar)
    wrong('csvSettings.quotechar', 'Must differ from the delimiter');
}

export const BatchJobCreate = z.strictObject(batchSpecShape).superRefine((spec, context) => {
  const named = ['deploymentId', 'modelId', 'modelPackageId'].filter((field) => spec[field as 'modelId'] != null);
  if (named.length !== 1) {
    const message = 'Send exactly one of deploymentId, modelId and modelPackageId';
    context.addIssue({ code: 'custom', path: [named.at(-1) ?? 'deploymentId'], message });
  }
  checkBatchSpec(spec, context);
});
export type BatchJobCreate = z.output<typeof BatchJobCreate>;

/** What is kept and echoed: nothing that was not said, and how many threads score it. */
type Said<T> = { [K in keyof T]: Exclude<T[K], null> };
export type BatchSpec = Omit<
  Said<BatchJobCreate>,
  'predictionInstance' | 'secondaryDatasetsConfigId' | 'numConcurrent'
> & {
  numConcurrent: number;
};

const { predictionInstance: _, secondaryDatasetsConfigId: __, ...echoed } = batchSpecShape;

export const JobSpec = z.strictObject({
  ...echoed,
  intakeSettings: z.looseObject({ type: z.string() }),
  outputSettings: z.looseObject({ type: z.string() }),
  columnNamesRemapping: z.array(Remapped).optional(),
  numConcurrent: z.int(),
});
