import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { requireServiceKey } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { answer, type ByteReply, bytes, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { consumerOf, limiterService, type Permit, QuotaRefusal, UNLIMITED_PERMIT } from '#quotas';
import type { DeploymentRow } from '../deployments.tables.ts';
import { findMonitoringBatches } from '../recording/monitoring-batches.ts';
import type { CachedModel } from '../scoring/cached-model.ts';
import { countRows } from '../scoring/rows/read-rows.ts';
import { getScoring, type ScoringResult, score } from '../scoring/score.ts';
import type { GeneratedIds } from '../scoring/scoring-request.ts';
import { PredictionProblems, problemOf } from './prediction.problems.ts';
import type { PredictionQuery } from './prediction.schema.ts';
import { parseOptions } from './prediction-options.rules.ts';
import type { PredictionTarget } from './prediction-target.ts';
import { contentKind, contentOf, readBody, replyFormatOf } from './read-request.ts';
import { recordPrediction } from './record-prediction.ts';

/** A request as the HTTP layer passes it on. */
export interface PredictionInput {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly query: PredictionQuery;
  readonly stream: Readable;
  /** Aborted when the caller disconnects before the reply is sent. */
  readonly gone?: () => AbortSignal;
}

/** How deprecated routes differ from the current one. */
export interface PredictionVariant {
  /** Explanations per row when the query sets none; 0 unless given. */
  readonly defaultExplanations?: number;
  /** The route accepts time series models only. */
  readonly only?: 'series';
}

/** What is known of a request while it is handled. */
interface Call {
  readonly ctx: Ctx;
  readonly target: PredictionTarget;
  readonly input: PredictionInput;
  readonly started: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  cacheHit: boolean;
  batchId: string | null;
  format: 'csv' | 'json';
  /** How long the caller took to send the body. */
  readMs: number;
  /** Of the quota; null where nothing is limited, and until it was requested. */
  permit: Permit | null;
  /** Rows predicted: what the call used of its quota. */
  rows: number;
  generatedIds: GeneratedIds | undefined;
}

/** Bytes of a request line. */
const LONGEST_LINE = 8192;

/**
 * One prediction: the target, the quota permit, the model, the options, the rows, scoring, the record and the reply. The
 * target is looked up only after every check that needs none: a lookup that is not awaited could fail unhandled.
 */
export async function predict(
  ctx: Ctx,
  findTarget: () => PredictionTarget | Promise<PredictionTarget>,
  input: PredictionInput,
  variant: PredictionVariant = {},
): Promise<Reply | ByteReply> {
  const started = performance.now();
  const at = Date.now();
  requireServiceKey(ctx, input.headers);
  if (input.url.length > LONGEST_LINE) refuse(PredictionProblems.lineTooLong, input.url.length, LONGEST_LINE);
  const found = findTarget();
  const target = found instanceof Promise ? await found : found;
  const call: Call = {
    ...{ ctx, target, input, started, at, cacheHit: true, batchId: null, format: 'json', readMs: 0 },
    ...{ permit: null, rows: 0, generatedIds: generatedIdsOf(target, at) },
  };
  const limits = limitsRows(ctx, target.deployment);
  const isRowQuota = limits instanceof Promise ? await limits : limits;
  // A quota on rows needs their number first.
  const permitting = isRowQuota ? undefined : requestPermit(call, null);
  if (permitting !== undefined) await permitting;
  try {
    const reply = await predictRows(call, variant, isRowQuota);
    const { permit } = call;
    return permit === null || permit === UNLIMITED_PERMIT
      ? reply
      : { ...reply, headers: { ...reply.headers, ...permit.headers } };
  } catch (error) {
    throw error instanceof QuotaRefusal ? error : recordRefusal(call, error);
  } finally {
    call.permit?.settle({ tokens: call.rows });
  }
}

async function predictRows(call: Call, variant: PredictionVariant, isRowQuota: boolean): Promise<Reply | ByteReply> {
  const { ctx, target, input } = call;
  const kind = contentKind(input.headers);
  const scoring = getScoring(ctx);
  const model = scoring.models.find(target.modelKey) ?? (await openModel(call));
  if (variant.only !== undefined && model.scorer.kind !== variant.only)
    refuse(PredictionProblems.notSeries, target.modelId);
  const settings = target.deployment?.settings ?? null;
  const options = parseOptions(input.query, model, settings, target.threshold, variant.defaultExplanations);
  if (input.headers[BATCH_HEADER] !== undefined) await requireOpenBatch(call);
  const content = contentOf(kind, await receiveBody(call));
  call.format = content.format;
  if (isRowQuota) await requestPermit(call, countRows(content));
  const replyFormat = replyFormatOf(input.headers);
  const { organizationId, userId: id } = ctx.actor;
  const caller = { caller: { organizationId, id }, load: target.load, gone: input.gone };
  const scored = score(scoring, model, caller, {
    ...content,
    ...options,
    replyFormat,
    requiredColumns: settings?.associationId.requiredInPredictionRequests
      ? (settings.associationId.columnNames ?? [])
      : [],
    generatedIds: call.generatedIds,
    mostColumns: ctx.config.predictionColumns,
  });
  return replyWith(call, scored instanceof Promise ? await scored : scored, replyFormat);
}

/** Where the deployment generates association IDs for rows that have none. */
function generatedIdsOf({ deployment }: PredictionTarget, at: number): GeneratedIds | undefined {
  const { autoGenerateId, columnNames } = deployment?.settings.associationId ?? {};
  const column = autoGenerateId ? columnNames?.[0] : undefined;
  return column === undefined ? undefined : { column, prefix: newId(new Date(at)) };
}

const limitedResource = ({ organization_id: organizationId, id }: DeploymentRow) => ({
  organizationId,
  resource: { type: 'deployment' as const, id },
});

const limitsRows = (ctx: Ctx, deployment: DeploymentRow | null): boolean | Promise<boolean> =>
  deployment !== null && ctx.services.get(limiterService).countsTokens(limitedResource(deployment));

/** Each row is one token of the quota. Usually the permit is given without waiting. */
function requestPermit(call: Call, rows: number | null): Promise<void> | undefined {
  const { ctx, target } = call;
  if (target.deployment === null) return undefined;
  const permit = ctx.services.get(limiterService).enter({
    ...limitedResource(target.deployment),
    consumer: consumerOf(ctx.actor),
    ...(rows === null ? {} : { tokens: { input: rows, worstCase: rows, unit: 'row' } }),
  });
  const keep = (given: Permit): undefined => {
    call.permit = given;
  };
  return permit instanceof Promise ? permit.then(keep) : keep(permit);
}

function openModel(call: Call): Promise<CachedModel> {
  call.cacheHit = false;
  return getScoring(call.ctx).models.open(call.target.modelKey, call.target.load);
}

const BATCH_HEADER = 'x-datarobot-model-monitoring-batch-id';

async function requireOpenBatch(call: Call): Promise<void> {
  const { input, ctx, target } = call;
  const batchId = input.headers[BATCH_HEADER];
  if (typeof batchId !== 'string' || target.deployment === null) return;
  const { id, organization_id: organizationId } = target.deployment;
  await findMonitoringBatches(ctx)?.requireOpen(ctx, { id, organizationId }, batchId);
  call.batchId = batchId;
}

async function receiveBody(call: Call): Promise<Uint8Array> {
  const { headers, stream } = call.input;
  const declared = headers['content-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : 0;
  const started = performance.now();
  const body = await readBody(stream, declared, call.ctx.config.bodySilenceSeconds);
  call.readMs = performance.now() - started;
  return body;
}

const formatMs = (milliseconds: number): string => milliseconds.toFixed(3);

function replyWith(call: Call, result: ScoringResult, format: 'csv' | 'json'): Reply | ByteReply {
  const executionMs = result.milliseconds;
  const responseMs = performance.now() - call.started;
  recordPrediction(call, { status: 200, executionMs, responseMs, result });
  call.rows = result.rows;
  const headers = {
    'x-datarobot-execution-time': formatMs(executionMs),
    'x-datarobot-model-cache-hit': call.cacheHit ? 'true' : 'false',
    'x-datarobot-model-id': call.target.modelId,
    // What the server added. The time in which the caller sent the body is not part of it.
    'x-almanac-overhead-time': formatMs(Math.max(0, responseMs - call.readMs - executionMs)),
  };
  const { body } = result;
  if (format === 'json' && typeof body === 'string') return answer(200, { written: body, headers });
  const content = typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return bytes(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json', content, headers);
}

/** Refusals are recorded too: service health counts them. */
function recordRefusal(call: Call, error: unknown): unknown {
  const refusal = problemOf(error);
  const responseMs = performance.now() - call.started;
  const status = refusal instanceof Problem ? refusal.status : 500;
  recordPrediction(call, { status, executionMs: responseMs - call.readMs, responseMs });
  if (!(refusal instanceof Problem)) return refusal;
  const headers = {
    ...refusal.headers,
    'x-datarobot-execution-time': formatMs(responseMs),
    'x-datarobot-model-id': call.target.modelId,
  };
  const { status: code, fields, extra, where } = refusal;
  return new Problem(code, refusal.code, refusal.message, { headers, extra, where, ...(fields ? { fields } : {}) });
}
