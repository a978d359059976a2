import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { offset } from '#platform/http/page.ts';
import { Person, Tag, timeseriesFields, versionFilters } from './package.schema.ts';

const direction = z.enum(['asc', 'desc']).optional();
const search = z.string().max(255).optional();
/** 0 means all. */
const limit = z.int().min(0).max(1000).default(100);
const window = { offset, limit };

export const PackageQuery = z.strictObject({
  ...window,
  ...versionFilters,
  /** The older name of `compatibleWithModelPackageId`. */
  similarTo: z.string().optional(),
  search,
  sortKey: z.enum(['version', 'modelType', 'status', 'createdAt', 'modifiedAt', 'updatedAt']).optional(),
  sortDirection: direction,
});

const moment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Must be a time like 2026-01-31T12:00:00Z')
  .transform((text) => new Date(text))
  .optional();

export const RegisteredModelQuery = z.strictObject({
  ...window,
  ...versionFilters,
  search,
  isGlobal: z.boolean().optional(),
  createdAtStartTs: moment,
  createdAtEndTs: moment,
  modifiedAtStartTs: moment,
  modifiedAtEndTs: moment,
  createdBy: z.string().max(320).optional(),
  sortKey: z.enum(['createdAt', 'modifiedAt', 'name']).optional(),
  sortDirection: direction,
});

export const FeatureQuery = z.strictObject({
  ...window,
  search,
  orderBy: z.enum(['name', '-name', 'importance', '-importance']).optional(),
});

export const AssociatedQuery = z.strictObject({
  ...window,
  search,
  sortKey: z.enum(['createdAt', 'label']).optional(),
  sortDirection: direction,
});

const name = z.string().trim().min(1).max(512);
const description = z.string().max(10_000);
const id = z.string().min(1).max(64);
const threshold = z.number().min(0).max(1);
const tags = z.array(z.strictObject({ name: z.string().min(1).max(255), value: z.string().max(1000) })).max(100);

const registry = {
  name: name.nullish(),
  description: description.nullish(),
  tags: tags.nullish(),
  registeredModelId: id.nullish(),
  registeredModelName: name.nullish(),
  registeredModelDescription: description.nullish(),
  registeredModelTags: tags.nullish(),
  useCaseId: id.nullish(),
};
/** Options of every request that registers a version: of the version itself and of its registered model. */
export type RegistryOptions = z.output<z.ZodObject<typeof registry>>;

export const computeAllTsIntervals = ignored(
  z.boolean().nullish(),
  'Forecasters answer with intervals of any size: there is nothing to compute ahead',
  [true],
);

export const FromLeaderboard = z.strictObject({
  modelId: id,
  ...registry,
  predictionThreshold: threshold.nullish(),
  distributionPredictionModelId: id.nullish(),
  computeAllTsIntervals,
});

export const FromLearningModel = z.strictObject({
  modelId: id,
  name: name.nullish(),
  description: description.nullish(),
  predictionThreshold: threshold.nullish(),
});

export const FromCustomModelVersion = z.strictObject({
  customModelVersionId: id,
  ...registry,
  prompt: ignored(z.string().nullish(), 'The prompt column is that of the LLM blueprint'),
  predictionThreshold: threshold.nullish(),
});

/** Beside the file of a form. */
export const FromPackageFile = z.strictObject({
  name: name.nullish(),
  description: description.nullish(),
  registeredModelId: id.nullish(),
  registeredModelName: name.nullish(),
  registeredModelDescription: description.nullish(),
  useCaseId: id.nullish(),
});

/** Python users write the keys of nested objects as their client documents them: target={'class_names': [...]}. */
const inCamelCase = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [camel(key), one]));
};
const snakeCased = <Shape extends z.ZodRawShape>(shape: Shape) => z.preprocess(inCamelCase, z.strictObject(shape));

const text = z.string().max(10_000).nullish();
const count = z.int().nullish();
const flag = z.boolean().nullish();

const EXTERNAL_TYPES = ['Regression', 'Binary', 'Multiclass', 'Anomaly'] as const;

export const FromJson = z.strictObject({
  ...registry,
  name,
  modelId: id.nullish(),
  target: snakeCased({
    name: z.string().min(1).max(512).nullish(),
    type: z.enum(EXTERNAL_TYPES),
    classNames: z.array(z.string().max(1000)).max(1000).nullish(),
    predictionThreshold: threshold.nullish(),
    predictionProbabilitiesColumn: text,
  }),
  modelDescription: snakeCased({
    modelName: text,
    description: description.nullish(),
    location: text,
    buildEnvironmentType: z.enum(['DataRobot', 'Python', 'R', 'Java', 'Julia', 'Legacy', 'Other']).nullish(),
    modelCreatorId: text,
    modelCreatorName: text,
    modelCreatorEmail: text,
    modelCreatedAt: text,
  }).nullish(),
  datasets: snakeCased({ trainingDataCatalogId: id.nullish(), holdoutDataCatalogId: id.nullish() }).nullish(),
  timeseries: snakeCased(timeseriesFields(text, count, flag, z.array(z.int()).max(10_000).nullish())).nullish(),
});

export const VersionChange = z
  .strictObject({
    name: name.optional(),
    description: description.nullish(),
    predictionThreshold: threshold.optional(),
    stage: z.enum(['Registered', 'Development', 'Staging', 'Production', 'Archived']).optional(),
    tags: tags.optional(),
    userProvidedId: z.string().max(255).nullish(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Send at least one field to change');

export const RegisteredModelChange = z
  .strictObject({
    name: name.optional(),
    description: description.nullish(),
    isGlobal: z.boolean().optional(),
    tags: tags.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Send at least one field to change');

const timestamp = z.iso.datetime();

/** Some clients drop nulls before they read, and then miss the description. */
export const RegisteredModel = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  createdAt: timestamp,
  createdBy: Person,
  modifiedAt: timestamp,
  modifiedBy: Person,
  target: z.strictObject({ name: z.string().nullable(), type: z.string() }),
  lastVersionNum: z.int(),
  isArchived: z.boolean(),
  isGlobal: z.boolean(),
  tags: z.array(Tag),
  permissions: z.array(z.string()),
});

/** A deployment that has, had or compares with a version. */
export const AssociatedDeployment = z.strictObject({
  id: z.string(),
  label: z.string(),
  status: z.string(),
  currentlyDeployed: z.boolean(),
  isChallenger: z.boolean(),
  registeredModelVersion: z.int(),
  modelPackageId: z.string(),
  firstDeployedAt: timestamp,
  firstDeployedBy: Person,
  createdBy: Person,
  createdAt: timestamp,
  predictionEnvironment: z.strictObject({
    id: z.string(),
    name: z.string(),
    plugin: z.null(),
    platform: z.string(),
    supportedModelFormats: z.array(z.string()),
    isManagedByManagementAgent: z.boolean(),
  }),
});
