import type { z } from 'zod';
import {
  type DeploymentRow,
  findPackage,
  getDeploymentOrThrow,
  getRecorder,
  listDeployedModels,
  type ModelPackageRow,
  type PredictionRecord,
} from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { HttpProblems } from '#platform/http/http.problems.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer } from '#platform/http/reply.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { requireOpenBatch } from '../scope/batches.ts';
import { parseTimestamp } from '../scope/period.rules.ts';
import type { ReportedInputs, ReportedRequests } from './ingest.schema.ts';
import { answerOfReport, reportedRecord, rowsOfReport } from './report.rules.ts';

const MOST_ROWS = 10_000;
const ok = () => answer(202, { body: { message: 'ok' } });

/** Whoever reports can send it again later; what is noted while the disk is full may be lost with the process. */
function recorderWithSpace(ctx: Ctx): ReturnType<typeof getRecorder> {
  const recorder = getRecorder(ctx);
  return recorder.state.trouble?.isFull ? refuse(HttpProblems.noSpace) : recorder;
}

/** How requests went that were answered elsewhere. */
export async function reportRequests(ctx: Ctx, deploymentId: string, { data }: z.output<typeof ReportedRequests>) {
  const { record } = await openReport(ctx, deploymentId, data);
  const records = data.map((entry, n) => ({
    ...record(entry, `data.${n}`),
    status: entry.systemError ? 500 : entry.userError ? 400 : 200,
    rows: entry.numPredictions,
    executionMs: entry.executionTime,
    responseMs: entry.executionTime,
  }));
  const recorder = recorderWithSpace(ctx);
  for (const one of records) recorder.note(one);
  return ok();
}

/** Rows and their predictions, made elsewhere. */
export async function reportInputs(ctx: Ctx, deploymentId: string, { data }: z.output<typeof ReportedInputs>) {
  const { record, modelOf, deployment } = await openReport(ctx, deploymentId, data);
  const column = deployment.settings.associationId.columnNames?.[0] ?? null;
  let total = 0;
  const records = data.map((entry, n) => {
    const place = `data.${n}`;
    const { features, predictions, associationIds, classNames } = entry;
    const rows = predictions?.length ?? features?.[0]?.values.length ?? 0;
    total += rows;
    if (rows === 0) refuse(MonitoringProblems.wrongReport, place, 'send features, predictions, or both');
    const ids = entry.skipAccuracyTracking ? null : (associationIds ?? null);
    const sent = { features: entry.skipDriftTracking ? [] : (features ?? []), associationIds: ids };
    const input = rowsOfReport(place, sent, rows, column);
    const made = predictions
      ? answerOfReport(place, predictions, classNames ?? null, modelOf(entry).target)
      : undefined;
    return { ...record(entry, place), rows, ...(input && { input }), ...(made && { answer: made }) };
  });
  if (total > MOST_ROWS) {
    refuse(
      MonitoringProblems.wrongReport,
      'data',
      `${total} rows were reported; at most ${MOST_ROWS} are taken at once`,
    );
  }
  const recorder = recorderWithSpace(ctx);
  for (const one of records) recorder.note(one);
  return ok();
}

interface Entry {
  readonly timestamp: string;
  readonly modelId?: string | null | undefined;
  readonly batchId?: string | null | undefined;
}

/** What a report needs to become a record: who may, of which model, when, and into which batch. */
interface Report {
  readonly deployment: DeploymentRow;
  /** The model an entry is about; the one of today unless it says otherwise. */
  modelOf(entry: Entry): ModelPackageRow;
  /** A record without rows, to be filled. */
  record(entry: Entry, place: string): PredictionRecord;
}

/** Whoever may predict may report what was predicted elsewhere. Checks models and batches before anything is kept. */
export async function openReport(ctx: Ctx, deploymentId: string, entries: readonly Entry[]): Promise<Report> {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'use');
  const models = await modelsBehind(ctx, deployment);
  const current = models.get(deployment.package_id);
  if (current === undefined) throw new Error(`Deployment ${deploymentId} has no model.`);
  const known = new Map([...models.values()].reverse().map((model) => [model.model_id, model]));
  known.set(current.model_id, current);
  const modelOf = ({ modelId }: Entry) =>
    modelId ? (known.get(modelId) ?? refuse(MonitoringProblems.notOfDeployment, modelId)) : current;
  for (const batchId of new Set(entries.flatMap(({ batchId }) => (batchId ? [batchId] : [])))) {
    await requireOpenBatch(ctx, { id: deploymentId, organizationId: deployment.organization_id }, batchId);
  }
  return {
    deployment,
    modelOf,
    record(entry, place) {
      const model = modelOf(entry);
      const at = parseTimestamp(entry.timestamp);
      if (at === undefined) {
        const why = `"${entry.timestamp}" is not a valid timestamp; write it like 2026-01-31T10:00:00Z`;
        return refuse(MonitoringProblems.wrongReport, `${place}.timestamp`, why);
      }
      const reported = reportedRecord(deployment, model, ctx.actor, { address: ctx.address, at: at.getTime() });
      return { ...reported, ...(entry.batchId && { batchId: entry.batchId }) };
    },
  };
}

/** By version, the newest first. */
async function modelsBehind(ctx: Ctx, deployment: DeploymentRow): Promise<ReadonlyMap<string, ModelPackageRow>> {
  const history = await listDeployedModels(ctx.db.queries, deployment.id);
  const ids = [...new Set([deployment.package_id, ...history.map(({ package_id }) => package_id)])];
  const found = await Promise.all(ids.map((id) => findPackage(ctx, id)));
  return new Map(found.flatMap((model) => (model ? [[model.id, model] as const] : [])));
}
