import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { requireServiceKey } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { answer, type ByteReply, bytes, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { type Permit, QuotaRefusal, UNLIMITED_PERMIT } from '#quotas';
import { findMonitoringBatches } from '../recording/monitoring-batches.ts';
import type { DeploymentSettings } from '../records/deployment-settings.ts';
import type { Naming } from '../scoring/answer/row-names.ts';
import { type AnyAnswer, answerAnywhere } from '../scoring/answer-anywhere.ts';
import type { HotModel } from '../scoring/hot-model.ts';
import { countRows } from '../scoring/rows/count-rows.ts';
import { servingOf } from '../scoring/serving.ts';
import { askedOf } from './asked.rules.ts';
import { notePrediction } from './note-prediction.ts';
import { PredictionProblems } from './prediction.problems.ts';
import type { PredictionQuery } from './prediction.schema.ts';
import { readBody } from './read-body.ts';
import { refusalOf } from './refusals.rules.ts';
import { answerFormat, contentKind, contentOf } from './request-content.ts';
import { askLeave, countsRows } from './rows-quota.ts';
import type { Subject } from './subject.ts';

/** A request as the HTTP layer hands it over. */
export interface PredictionInput {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly query: PredictionQuery;
  readonly stream: Readable;
  /** Aborted when the caller goes away before the answer has left. */
  readonly gone?: () => AbortSignal;
}

/** How old routes differ from the one that replaces them. */
export interface PredictionStyle {
  /** Explanations told a row when nothing is said about them; none unless set. */
  readonly usualReasons?: number;
  /** The route answers for models of time series alone. */
  readonly only?: 'series';
}

/** Bytes of a request line. */
const LONGEST_LINE = 8192;
const BATCH_HEADER = 'x-datarobot-model-monitoring-batch-id';

/**
 * One prediction: the rows of the request answered by the subject's model, recorded, and counted by its quota. The
 * subject is looked for only after every refusal that needs none: a lookup that nobody waits for could fail unheard.
 */
export async function predictionRequest(
  ctx: Ctx,
  find: () => Subject | Promise<Subject>,
  input: PredictionInput,
  style: PredictionStyle = {},
): Promise<Reply | ByteReply> {
  const began = performance.now();
  const at = Date.now();
  requireServiceKey(ctx, input.headers);
  if (input.url.length > LONGEST_LINE) refuse(PredictionProblems.lineTooLong, input.url.length, LONGEST_LINE);
  const found = find();
  const subject = found instanceof Promise ? await found : found;
  const run: Run = {
    ...{ ctx, subject, input, style, began, at },
    ...{ cacheHit: true, batchId: null, format: 'json', readMs: 0, pass: null, rows: 0, countsRows: false },
  };
  const counts = countsRows(ctx, subject.deployment);
  run.countsRows = counts instanceof Promise ? await counts : counts;
  // A quota that limits rows has to see them first.
  const entering = run.countsRows ? undefined : enter(run, null);
  if (entering !== undefined) await entering;
  try {
    const reply = await answered(run);
    const { pass } = run;
    return pass === null || pass === UNLIMITED_PERMIT
      ? reply
      : { ...reply, headers: { ...reply.headers, ...pass.headers } };
  } catch (error) {
    throw error instanceof QuotaRefusal ? error : refused(run, error);
  } finally {
    run.pass?.settle({ tokens: run.rows });
  }
}

/** What is known of a request while it is answered. */
interface Run {
  readonly ctx: Ctx;
  readonly subject: Subject;
  readonly input: PredictionInput;
  readonly style: PredictionStyle;
  readonly began: number;
  readonly at: number;
  cacheHit: boolean;
  batchId: string | null;
  format: 'csv' | 'json';
  /** What the caller took to send the body. */
  readMs: number;
  /** Leave for the call; null where nothing is limited, and until it was asked for. */
  pass: Permit | null;
  /** Of the answer: what the call used of its quota. */
  rows: number;
  /** Whether the quota limits rows, and so is asked when they are there. */
  countsRows: boolean;
  /** Begins the ids of rows that came without one, where the deployment gives them one. */
  idPrefix?: string;
}

function enter(run: Run, rows: number | null): Promise<void> | undefined {
  const { ctx, subject } = run;
  if (subject.deployment === null) return undefined;
  const take = (pass: Permit): undefined => {
    run.pass = pass;
  };
  const asked = askLeave(ctx, subject.deployment, rows);
  return asked instanceof Promise ? asked.then(take) : take(asked);
}

async function answered(run: Run): Promise<Reply | ByteReply> {
  const { ctx, subject, input, style } = run;
  const kind = contentKind(input.headers);
  const serving = servingOf(ctx);
  const model = serving.models.find(subject.modelKey) ?? (await opened(run));
  if (style.only !== undefined && model.serves.kind !== style.only)
    refuse(PredictionProblems.notSeries, subject.modelId);
  const settings = subject.deployment?.settings ?? null;
  const { threshold } = subject;
  const from = { model, settings, threshold, ...(style.usualReasons === undefined ? {} : style) };
  const asked = askedOf(input.query, from);
  if (input.headers[BATCH_HEADER] !== undefined) await checkBatch(run);
  const content = contentOf(kind, await bodyOf(run));
  run.format = content.format;
  if (run.countsRows) await enter(run, countRows(content));
  const format = answerFormat(input.headers);
  const demanded = settings?.associationId.requiredInPredictionRequests
    ? (settings.associationId.columnNames ?? [])
    : [];
  const naming = namingOf(run, settings);
  const { predictionColumns: mostColumns } = ctx.config;
  const request = { ...content, ...asked, answer: format, demanded, mostColumns, ...(naming && { naming }) };
  const { organizationId, userId: id } = ctx.actor;
  const asking = { caller: { organizationId, id }, load: subject.load, gone: input.gone };
  const made = answerAnywhere(serving, model, asking, request);
  return sent(run, made instanceof Promise ? await made : made, format);
}

function namingOf(run: Run, settings: DeploymentSettings | null): Naming | undefined {
  const column = settings?.associationId.autoGenerateId ? settings.associationId.columnNames?.[0] : undefined;
  if (column === undefined) return undefined;
  run.idPrefix = newId(new Date(run.at));
  return { column, prefix: run.idPrefix };
}

async function opened(run: Run): Promise<HotModel> {
  run.cacheHit = false;
  return servingOf(run.ctx).models.open(run.subject.modelKey, run.subject.load);
}

async function checkBatch(run: Run): Promise<void> {
  const { input, ctx, subject } = run;
  const said = input.headers[BATCH_HEADER];
  if (typeof said !== 'string' || subject.deployment === null) return;
  const { id, organization_id: organizationId } = subject.deployment;
  await findMonitoringBatches(ctx)?.requireOpen(ctx, { id, organizationId }, said);
  run.batchId = said;
}

async function bodyOf(run: Run): Promise<Uint8Array> {
  const { headers, stream } = run.input;
  const declared = headers['content-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : 0;
  const began = performance.now();
  const body = await readBody(stream, declared, run.ctx.config.bodySilenceSeconds);
  run.readMs = performance.now() - began;
  return body;
}

/** Milliseconds: on the model's side, and what we added to it. Waiting for the caller's bytes is neither. */
function timesOf({ began, readMs }: Run, modelMs: number) {
  const responseMs = performance.now() - began;
  return { responseMs, overheadMs: Math.max(0, responseMs - readMs - modelMs) };
}

const shown = (milliseconds: number): string => milliseconds.toFixed(3);

function sent(run: Run, made: AnyAnswer, format: 'csv' | 'json'): Reply | ByteReply {
  const { ctx, subject, input, at, cacheHit, batchId, idPrefix } = run;
  const { responseMs, overheadMs } = timesOf(run, made.milliseconds);
  const executionMs = made.milliseconds;
  const noted = {
    at,
    status: 200,
    executionMs,
    responseMs,
    cacheHit,
    batchId,
    format: run.format,
    answer: made,
    idPrefix,
  };
  notePrediction(ctx, input.headers, subject, noted);
  run.rows = made.rows;
  const headers = {
    'x-datarobot-execution-time': shown(executionMs),
    'x-datarobot-model-cache-hit': cacheHit ? 'true' : 'false',
    'x-datarobot-model-id': subject.modelId,
    'x-almanac-overhead-time': shown(overheadMs),
  };
  if (format === 'csv') return bytes('text/csv; charset=utf-8', asContent(made.body), headers);
  if (typeof made.body === 'string') return answer(200, { written: made.body, headers });
  return bytes('application/json', asContent(made.body), headers);
}

const asContent = (body: string | Uint8Array): Buffer | string =>
  typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);

/** Refusals are recorded too: they are what the service's health is told by. */
function refused(run: Run, error: unknown): unknown {
  const { ctx, subject, input, at, cacheHit, batchId, format } = run;
  const refusal = refusalOf(error);
  const { responseMs } = timesOf(run, 0);
  const status = refusal instanceof Problem ? refusal.status : 500;
  const noted = { at, status, executionMs: responseMs - run.readMs, responseMs, cacheHit, batchId, format };
  notePrediction(ctx, input.headers, subject, noted);
  if (!(refusal instanceof Problem)) return refusal;
  const headers = {
    ...refusal.headers,
    'x-datarobot-execution-time': shown(responseMs),
    'x-datarobot-model-id': subject.modelId,
  };
  const { fields, extra, where } = refusal;
  return new Problem(refusal.status, refusal.code, refusal.message, {
    headers,
    extra,
    where,
    ...(fields ? { fields } : {}),
  });
}
