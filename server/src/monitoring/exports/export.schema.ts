import { z } from 'zod';
import { limitUpTo, offset, pageOf } from '#platform/http/page.ts';
import { PeriodReply } from '../scope/period.schema.ts';
import { EXPORT_STATES } from './export.store.ts';

const id = z.string().min(1).max(64);
const moment = z.string().max(64);
const state = z.enum(EXPORT_STATES);

const request = { start: moment, end: moment, modelId: id.nullish() };
/** Clients send `batchIds: null` where they mean none. */
export const PredictionsExportRequest = z.strictObject({
  ...request,
  batchIds: z.array(id).min(1, 'Name at least one batch, or send null').max(1000).nullish(),
});
export const ActualsExportRequest = z.strictObject({ ...request, onlyMatchedPredictions: z.boolean().nullish() });
export const TrainingExportRequest = z.strictObject({ modelId: id.nullish() });

const listed = { offset, limit: limitUpTo(1000) };
export const PredictionsQuery = z.strictObject({
  ...listed,
  modelId: id.optional(),
  status: state.optional(),
  batch: z.boolean().optional(),
});
export const ActualsQuery = z.strictObject({ ...listed, modelId: id.optional(), status: state.optional() });
export const TrainingQuery = z.strictObject({ ...listed, modelId: id.optional() });

const Dataset = z.strictObject({ id: z.string(), name: z.string() });
const record = {
  id: z.string(),
  modelId: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.strictObject({ id: z.string() }),
};
const periodRecord = {
  ...record,
  period: PeriodReply,
  status: state,
  error: z.strictObject({ message: z.string() }).nullable(),
  data: z.array(Dataset).nullable(),
};
/** The first batch by name, as clients read it, and all of them. */
const Batches = z.strictObject({
  batchId: z.string(),
  batchName: z.string(),
  data: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});

export const PredictionsExport = z.strictObject({ ...periodRecord, batches: Batches.nullable() });
export const ActualsExport = z.strictObject({ ...periodRecord, onlyMatchedPredictions: z.boolean() });
export const TrainingExport = z.strictObject({
  ...record,
  modelPackageId: z.string(),
  datasetId: z.string().nullable(),
  data: Dataset.nullable(),
});

export const PredictionsPage = pageOf(PredictionsExport);
export const ActualsPage = pageOf(ActualsExport);
export const TrainingPage = pageOf(TrainingExport);
export const JobAccepted = z.strictObject({ id: z.string(), statusId: z.string() });
