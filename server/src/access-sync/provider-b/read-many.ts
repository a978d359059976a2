import pMap from 'p-map';
import type { Timing } from '#platform/async/retry.ts';
import { type Outbound, pathOf, type Reply } from '../outbound/outbound.ts';
import type { Pace } from '../outbound/pace.ts';
import { ProviderProblem } from '../provider-client.ts';
import { graphRetryPolicy, messageOf } from './retry-policy.ts';

const BATCH = 20;
const BATCHES_AT_ONCE = 4;
const MOST_ROUNDS = 8;
/** A batch of twenty is one call of its own, so these are fewer than what four batches hold. */
const READS_AT_ONCE = 64;
/** Of a batch that was never answered: a gateway that cuts off what it does not serve must not cost minutes. */
const TRIES_OF_A_PROBE = 2;

interface ManyParts {
  readonly outbound: Outbound;
  readonly base: string;
  readonly pace: Pace;
  readonly timing: Timing;
  readonly optional: OptionalRoutes;
  readonly get: (path: string, signal: AbortSignal) => Promise<Reply>;
}

/** One reply per path, in their order: in batches where the provider serves them, else by GETs side by side. */
export async function readMany(parts: ManyParts, paths: readonly string[], signal: AbortSignal): Promise<Reply[]> {
  if (paths.length > 1 && parts.optional.usable('batch')) {
    const replies = await inBatches(parts, paths, signal);
    if (replies !== null) return replies;
  }
  return pMap(paths, (path) => parts.get(path, signal), { concurrency: READS_AT_ONCE });
}

/** Only what was throttled is asked again; a `Retry-After` inside stops the whole app like any other. */
async function inBatches(parts: ManyParts, paths: readonly string[], signal: AbortSignal): Promise<Reply[] | null> {
  const replies = new Map<number, Reply>();
  let waiting = paths.map((_, index) => index);
  for (let round = 1; waiting.length > 0; round += 1) {
    if (round > MOST_ROUNDS)
      throw new ProviderProblem('throttled', `${waiting.length} reads in a batch were refused ${MOST_ROUNDS} times.`);
    const [first = [], ...others] = inPartsOf(BATCH, waiting);
    const begun = await probedBatch(parts, first, paths, signal);
    if (begun === null) return null;
    const rest = await pMap(others, (part) => oneBatch(parts, part, paths, signal), { concurrency: BATCHES_AT_ONCE });
    const again: number[] = [];
    for (const [index, reply] of [begun, ...rest].flat()) {
      const outcome = graphRetryPolicy.classify(reply, parts.timing.now());
      if (outcome.kind === 'fail') throw outcome.problem;
      if (outcome.kind === 'accept') replies.set(index, reply);
      else {
        again.push(index);
        parts.pace.stop(outcome.afterMs ?? graphRetryPolicy.backoff(round, parts.timing.random));
      }
    }
    waiting = again;
  }
  return paths.map((_, index) => replies.get(index) as Reply);
}

function inPartsOf<T>(size: number, list: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;
}

type Answered = readonly (readonly [number, Reply])[];

/** Null: batches are not served. What is wrong with more than the batches shows with the GETs that follow. */
async function probedBatch(
  parts: ManyParts,
  part: readonly number[],
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Answered | null> {
  const { optional } = parts;
  const known = optional.confirmed('batch');
  try {
    const answered = await oneBatch(parts, part, paths, signal, known ? undefined : TRIES_OF_A_PROBE);
    optional.serve('batch');
    return answered;
  } catch (error) {
    if (!(error instanceof ProviderProblem) || error.trouble === 'throttled') throw error;
    if (known && !(error instanceof BatchRefused)) {
      optional.forget('batch');
      throw error;
    }
    optional.refuse('batch');
    return null;
  }
}

/** The batch as a whole was refused, for a reason that trying again does not mend. */
class BatchRefused extends ProviderProblem {}

interface BatchReply {
  readonly id: string;
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

async function oneBatch(
  { outbound, base }: ManyParts,
  part: readonly number[],
  paths: readonly string[],
  signal: AbortSignal,
  tries?: number,
): Promise<Answered> {
  const requests = part.map((index) => ({ id: String(index), method: 'GET', url: paths[index] }));
  const ask = { url: `${base}/$batch`, as: null, signal, ...(tries !== undefined && { tries }) };
  const reply = await outbound.ask(ask, { requests });
  const refusal = `The batch was refused: ${messageOf(reply)}`;
  if (isNotServed(reply)) throw new BatchRefused('unavailable', refusal);
  if (reply.status !== 200) throw new ProviderProblem('unavailable', refusal);
  const { responses = [] } = (reply.body ?? {}) as { responses?: BatchReply[] };
  const byId = new Map(responses.map((one) => [Number(one.id), one]));
  return part.map((index) => {
    const one = byId.get(index);
    if (!one) throw new ProviderProblem('unavailable', `The batch left out ${pathOf(paths[index] ?? '')}.`);
    const headers = Object.fromEntries(
      Object.entries(one.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return [index, { status: one.status, headers, body: one.body ?? null }];
  });
}

/** Routes beside the ten that a provider must serve: each saves calls or tells more, and none is needed. */
type OptionalRoute = 'batch' | 'users' | 'groups' | 'groupMembers' | 'groupMemberOf';

const TRY_AGAIN_MS = 600_000;

/** Which optional routes the provider serves, as far as it was tried. One that was refused is tried again later. */
export interface OptionalRoutes {
  /** True until it was refused, and again some time after that. */
  usable(route: OptionalRoute): boolean;
  /** It was served before, so a refusal is about one thing and not about the route. */
  confirmed(route: OptionalRoute): boolean;
  serve(route: OptionalRoute): void;
  refuse(route: OptionalRoute): void;
  /** Nothing is known of it any more. */
  forget(route: OptionalRoute): void;
}

export function optionalRoutes(now: () => number): OptionalRoutes {
  const served = new Set<OptionalRoute>();
  const refusedAt = new Map<OptionalRoute, number>();
  const forget = (route: OptionalRoute) => {
    served.delete(route);
    refusedAt.delete(route);
  };
  return {
    usable: (route) => now() - (refusedAt.get(route) ?? Number.NEGATIVE_INFINITY) >= TRY_AGAIN_MS,
    confirmed: (route) => served.has(route),
    serve(route) {
      refusedAt.delete(route);
      served.add(route);
    },
    refuse(route) {
      forget(route);
      refusedAt.set(route, now());
    },
    forget,
  };
}

/** Refused for whatever reason: a gateway that serves listed routes only may say 403 as well as 404 or 405. */
export const isNotServed = ({ status }: Reply): boolean => status === 501 || (status >= 400 && status < 500);

/** The provider looked for the thing and did not find it, so the route itself is served. */
export const isMissingResource = (reply: Reply): boolean => {
  const { error } = (reply.body ?? {}) as { error?: { code?: unknown } };
  return reply.status === 404 && error?.code === 'Request_ResourceNotFound';
};
