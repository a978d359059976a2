import type { z } from 'zod';
import { recorderOf } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { HttpProblems } from '#platform/http/http.problems.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer } from '#platform/http/reply.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { answerOfReport, rowsOfReport } from './report.rules.ts';
import type { ReportedInputs, ReportedRequests } from './reported.schema.ts';
import { reporting } from './reporting.ts';

const MOST_ROWS = 10_000;
const ok = () => answer(202, { body: { message: 'ok' } });

/** Whoever reports can send it again later; what is noted while the disk is full may be lost with the process. */
function recorderWithSpace(ctx: Ctx): ReturnType<typeof recorderOf> {
  const recorder = recorderOf(ctx);
  return recorder.state.trouble?.isFull ? refuse(HttpProblems.noSpace) : recorder;
}

/** How requests went that were answered elsewhere. */
export async function takeRequests(ctx: Ctx, deploymentId: string, { data }: z.output<typeof ReportedRequests>) {
  const { record } = await reporting(ctx, deploymentId, data);
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
export async function takeInputs(ctx: Ctx, deploymentId: string, { data }: z.output<typeof ReportedInputs>) {
  const { record, modelOf, deployment } = await reporting(ctx, deploymentId, data);
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
