import { z } from 'zod';
import { pageOf } from '#platform/http/page.ts';
import { Schedule } from '#platform/jobs/schedule/schedule.rules.ts';

const id = z.string().min(1).max(64);
const flag = z.boolean();
const name = z.string().trim().min(1).max(512);
const span = z.string().regex(/^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/, {
  message: 'Must be an ISO 8601 duration like P1D, P2W or PT12H',
});

const strategies = {
  action: z.enum(['create_challenger', 'create_model_package', 'model_replacement']),
  featureListStrategy: z.enum(['same_as_champion', 'informative_features']),
  modelSelectionStrategy: z.enum(['autopilot_recommended', 'same_blueprint', 'same_hyperparameters', 'custom_job']),
  projectOptionsStrategy: z.enum(['same_as_champion', 'override_champion', 'custom']),
};
const autopilot = {
  blendBestModels: flag,
  mode: z.enum(['auto', 'quick', 'comprehensive']),
  runLeakageRemovedFeatureList: flag,
  scoringCodeOnly: flag,
  shapOnlyMode: flag,
};
const project = {
  cvMethod: z.enum(['RandomCV', 'StratifiedCV', 'random', 'stratified']),
  holdoutPct: z.number().min(0).max(98),
  metric: z.string().max(100),
  reps: z.int().min(2).max(50),
  validationPct: z.number().min(0).max(99),
  validationType: z.enum(['CV', 'TVH']),
};
const time = {
  calendarId: id,
  differencingMethod: z.enum(['auto', 'simple', 'none', 'seasonal']),
  exponentiallyWeightedMovingAlpha: z.number().gt(0).max(1),
  periodicities: z.array(z.strictObject({ timeSteps: z.int().min(0), timeUnit: z.string().max(20) })).max(20),
  treatAsExponential: z.enum(['auto', 'always', 'never']),
};
const trigger = {
  type: z.enum(['schedule', 'data_drift_decline', 'accuracy_decline', 'custom_job']).nullable(),
  schedule: Schedule.nullable(),
  minIntervalBetweenRuns: span.nullable(),
  statusDeclinesToWarning: flag.nullable(),
  statusDeclinesToFailing: flag.nullable(),
  statusStillInDecline: flag.nullable(),
  customJobId: id.nullable(),
};

type Loose<S extends Readonly<Record<string, z.ZodType>>> = { [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>> };

/** Clients send null for what they leave out. */
const loose = <S extends Readonly<Record<string, z.ZodType>>>(shape: S) =>
  z.strictObject(Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, schema.nullish()])) as Loose<S>);

const options = {
  description: z.string().max(10_000).nullish(),
  ...loose(strategies).shape,
  autopilotOptions: loose(autopilot).nullish(),
  projectOptions: loose(project).nullish(),
  timeSeriesOptions: loose(time).nullish(),
  trigger: loose(trigger).nullish(),
  useCaseId: id.nullish(),
  customJobId: id.nullish(),
};

export const NewPolicy = z.strictObject({ name, ...options });
export const PolicyChange = z.strictObject({ name: name.nullish(), ...options });
export type PolicyOptions = z.output<typeof PolicyChange>;

/** What a policy does, with everything that was left out filled in. */
const definition = {
  ...strategies,
  autopilotOptions: z.strictObject(autopilot),
  projectOptions: z.strictObject(project).partial().nullable(),
  timeSeriesOptions: z.strictObject(time).partial().nullable(),
  trigger: z.strictObject(trigger),
  useCaseId: z.string().nullable(),
};
export type PolicyDefinition = z.output<z.ZodObject<typeof definition>>;

const text = z.string().nullable();
const moment = z.iso.datetime();
export const Run = z.strictObject({
  id: z.string(),
  status: z.string(),
  startTime: moment.nullable(),
  finishTime: moment.nullable(),
  errorMessage: text,
  challengerId: text,
  modelPackageId: text,
  projectId: text,
});
export const RunPage = pageOf(Run);
export const RunChange = z.strictObject({ status: z.enum(['cancelled', 'CANCELLED', 'canceled']) });
export const RunBegun = z.strictObject({ id: z.string(), statusId: z.string() });

export const Policy = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: text,
  ...definition,
  latestRun: Run.nullable(),
  createdAt: moment,
  createdBy: z.string(),
});
export const PolicyPage = pageOf(Policy);

export const RetrainingSettingsChange = z.strictObject({
  datasetId: id.nullish(),
  predictionEnvironmentId: id.nullish(),
  retrainingUserId: id.nullish(),
  credentialId: id.nullish(),
});
const named = z.strictObject({ id: z.string(), name: z.string() }).nullable();
export const RetrainingSettings = z.strictObject({
  dataset: named,
  predictionEnvironment: named,
  retrainingUser: z.strictObject({ id: z.string(), username: z.string() }).nullable(),
});
