import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { offset, pageOf } from '#platform/http/page.ts';

const text = z.string().nullable();
const moment = z.iso.datetime();
const MOST = 10_000;
/** Some clients ask for everything with limit=0. */
const allAtZero = (usual: number) =>
  z
    .int()
    .min(0)
    .max(MOST)
    .default(usual)
    .transform((limit) => (limit === 0 ? MOST : limit));

export const FeatureQuery = z.strictObject({
  offset,
  limit: allAtZero(50),
  includeNonPredictionFeatures: z.boolean().optional(),
  forSegmentedAnalysis: z.boolean().optional(),
  search: z.string().max(500).optional(),
  orderBy: z.enum(['name', '-name', 'importance', '-importance']).optional(),
});
export const FeaturePage = pageOf(
  z.strictObject({
    name: z.string(),
    featureType: z.string(),
    importance: z.number().nullable(),
    dateFormat: text,
    knownInAdvance: z.boolean(),
    nextDate: z
      .string()
      .nullable()
      .describe('Of the date column of a forecasting model: the first date after its data, ISO 8601; else null'),
  }),
);

export const Capabilities = z.strictObject({
  data: z.array(z.strictObject({ name: z.string(), supported: z.boolean(), messages: z.array(z.string()) })),
});

export const SegmentAttributeQuery = z.strictObject({
  monitoringType: z.enum(['serviceHealth', 'dataDriftAndAccuracy']).default('serviceHealth'),
});
export const SegmentAttributes = z.strictObject({ data: z.array(z.string()) });
/** One client writes the attribute with an underscore. */
export const SegmentValueQuery = z.strictObject({
  offset,
  limit: allAtZero(100),
  segmentAttribute: z.string().max(1000).optional(),
  segment_attribute: z.string().max(1000).optional(),
  search: z.string().max(500).optional(),
});
export const SegmentValues = pageOf(z.string());

export const HistoryQuery = z.strictObject({ offset, limit: allAtZero(100) });
export const HistoryPage = pageOf(
  z.strictObject({
    modelId: z.string(),
    modelType: z.string(),
    modelPackageId: z.string(),
    modelPackageName: z.string(),
    registeredModelId: z.string(),
    projectId: text,
    projectName: text,
    targetName: text,
    targetType: z.string(),
    isCurrent: z.boolean(),
    deployedAt: moment,
    deployedBy: z.strictObject({ id: z.string(), username: text }),
    replacedAt: moment.nullable(),
    reason: text,
  }),
);

export const RuntimeParameterQuery = z.strictObject({ offset, limit: allAtZero(100) });
export const RuntimeParameterPage = pageOf(
  z.strictObject({
    fieldName: z.string(),
    type: z.string(),
    defaultValue: z.unknown(),
    currentValue: z.unknown(),
    overrideValue: z.unknown(),
    description: text,
    allowEmpty: z.boolean(),
    minValue: z.number().nullable(),
    maxValue: z.number().nullable(),
    credentialType: text,
    keyValueId: text,
  }),
);
export const RuntimeParameterValues = z.strictObject({
  runtimeParameterValues: ignored(
    z.string().max(100_000),
    'The values are stored and shown. Models that run here read no runtime parameters',
  ),
});

export const SecondaryDatasets = z.strictObject({ secondaryDatasetConfigId: text });
export const SecondaryDatasetsChange = z.strictObject({
  secondaryDatasetConfigId: z.string().min(1).max(64),
  credentialsIds: ignored(z.array(z.unknown()).nullish(), 'There are no secondary datasets here'),
});

export const NewTag = z.strictObject({ name: z.string().min(1).max(50), value: z.string().min(1).max(250) });
export const TagChange = NewTag.partial();
export const Tag = z.strictObject({ id: z.string(), name: z.string(), value: z.string() });

const Limit = z.strictObject({ limit: z.int(), count: z.int() });
export const Limits = z.strictObject({
  challengers: Limit,
  retrainingPolicies: Limit,
  segmentAttributes: Limit,
  tags: Limit,
});
