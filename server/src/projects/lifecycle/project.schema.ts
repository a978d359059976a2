import { z } from 'zod';
import { offset } from '#platform/http/page.ts';

const id = z.string().min(1).max(64);

/** One body for all ways: JSON or form fields, with a file or without. */
export const NewProject = z.strictObject({
  projectName: z.string().trim().max(500).nullish(),
  url: z.string().max(4000).nullish(),
  datasetId: id.nullish(),
  datasetVersionId: id.nullish(),
  recipeId: id.nullish(),
  useCaseId: id.nullish(),
  useSampleFromDataset: z.boolean().nullish(),
  dataSourceId: id.nullish(),
  user: z.string().nullish(),
  password: z.string().nullish(),
  credentialId: z.string().nullish(),
  credentialData: z.record(z.string(), z.unknown()).nullish(),
  useKerberos: z.boolean().nullish(),
});

export const Clone = z.strictObject({
  projectId: id,
  projectName: z.string().trim().max(500).nullish(),
  copyOptions: z.boolean().nullish(),
});

export const ProjectBegun = z.strictObject({ pid: z.string(), statusId: z.string() });

const text = z.string().nullable();
const scalar = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const Partition = z.strictObject({
  cvMethod: z.enum(['random', 'stratified', 'user', 'group', 'datetime']).nullable(),
  validationType: z.enum(['CV', 'TVH']).nullable(),
  validationPct: z.number().nullable(),
  holdoutPct: z.number().nullable(),
  reps: z.int().nullable(),
  holdoutLevel: scalar,
  validationLevel: scalar,
  trainingLevel: scalar,
  cvHoldoutLevel: scalar,
  userPartitionCol: text,
  partitionKeyCols: z.array(z.string()).nullable(),
  datetimeCol: z.null(),
  datetimePartitionColumn: text,
  useTimeSeries: z.boolean(),
  calendarId: text,
});

export const Project = z.strictObject({
  id: z.string(),
  projectName: z.string(),
  projectDescription: text,
  fileName: z.string(),
  stage: z.enum(['eda', 'aim', 'eda2', 'modeling']),
  autopilotMode: z.int().nullable(),
  quickrun: z.boolean(),
  created: z.iso.datetime(),
  target: text,
  targetType: text,
  metric: text,
  partition: Partition,
  advancedOptions: z.record(z.string(), z.unknown()),
  positiveClass: scalar,
  maxTrainPct: z.number().nullable(),
  maxTrainRows: z.int().nullable(),
  holdoutUnlocked: z.boolean(),
  unsupervisedMode: z.boolean(),
  unsupervisedType: text,
  useFeatureDiscovery: z.boolean(),
  useGpu: z.boolean(),
  catalogId: text,
  catalogVersionId: text,
  queryGeneratorId: z.null(),
  segmentation: z.null(),
  workerCount: z.int(),
  gpuWorkerCount: z.int(),
});

const ids = z.array(z.string()).max(1000).optional();

export const ProjectQuery = z.strictObject({
  projectName: z.string().max(500).optional(),
  projectId: ids,
  orderBy: z.enum(['projectName', '-projectName']).optional(),
  featureDiscovery: z.boolean().optional(),
  useCaseIds: ids,
  offset,
  limit: z.int().min(1).max(1000).default(1000),
});

/** Only ever true: a holdout that has been looked at stays looked at. Some clients send the word. */
const unlocked = z.union([z.literal(true), z.enum(['True', 'true', 'TRUE']).transform(() => true as const)]);
const workers = z.int().min(-1).max(1000);

export const ProjectChange = z.strictObject({
  projectName: z.string().trim().min(1).max(500).optional(),
  projectDescription: z.string().max(4000).nullish(),
  workerCount: workers.optional(),
  /** There are no graphics processors to give. */
  gpuWorkerCount: z.union([z.literal(0), z.literal(-1)]).optional(),
  holdoutUnlocked: unlocked.optional(),
});

export const ProjectStatus = z.strictObject({
  autopilotDone: z.boolean(),
  stage: z.string(),
  stageDescription: z.string(),
});

export const Options = z.record(z.string(), z.unknown());

const SORTS = ['projectId', 'projectName', 'datasetName', 'deletedOn', 'deletedBy', 'creator'] as const;

const filters = {
  searchFor: z.string().max(500).optional(),
  creator: z.string().optional(),
  organization: z.string().optional(),
  deletedBefore: z.iso.datetime({ offset: true, local: true }).optional(),
  deletedAfter: z.iso.datetime({ offset: true, local: true }).optional(),
  projectId: z.string().optional(),
};

export const DeletedQuery = z.strictObject({
  ...filters,
  offset,
  limit: z.int().min(1).max(1000).default(20),
  orderBy: z.enum(SORTS.flatMap((name) => [name, `-${name}` as const])).default('-deletedOn'),
});
export const DeletedCountQuery = z.strictObject(filters);

export const DeletedProject = z.strictObject({
  projectId: z.string(),
  projectName: z.string(),
  datasetName: z.string(),
  creator: text,
  deletedBy: text,
  deletedOn: z.iso.datetime(),
  organization: z.string(),
});
export const DeletedCount = z.strictObject({ deletedProjectsCount: z.int() });
export const Undelete = z.strictObject({ action: z.literal('undelete') });
export const Message = z.strictObject({ message: z.string() });
