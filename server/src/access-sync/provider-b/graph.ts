import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import { withoutEndSlash } from '../outbound/address.rules.ts';
import { type Outbound, openOutbound } from '../outbound/outbound.ts';
import type { Pace } from '../outbound/pace.ts';
import { readOnlyAgent } from '../outbound/read-only.ts';
import { pathOf, type Reply } from '../outbound/reply.ts';
import type { Timing } from '../outbound/timing.ts';
import { ProviderProblem } from '../provider-client.ts';
import type { ProviderBConfig } from './config.ts';
import { Collection } from './graph.schema.ts';
import { graphManner, messageOf } from './manner.ts';
import { tokensOf, tokenUrl } from './token.ts';

/** Reading Graph: one thing, a collection over its pages, or many things in batches. */
export interface Graph {
  /** `path` starts after the version; a whole address (a link from an answer) is taken as it is. */
  get(path: string, signal: AbortSignal, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** Every page of a collection, each entry checked against the schema. */
  collect<T>(schema: z.ZodType<T>, path: string, signal: AbortSignal): Promise<T[]>;
  /** The same for what a first answer began: the entries of it and of the pages after it. */
  rest<T>(schema: z.ZodType<T>, first: Reply, path: string, signal: AbortSignal): Promise<T[]>;
  /** One reply per path, in the order of the paths. */
  batch(paths: readonly string[], signal: AbortSignal): Promise<Reply[]>;
  readonly tokens: ReturnType<typeof tokensOf>;
}

const BATCH = 20;
const MOST_ROUNDS = 8;

export function openGraph(config: ProviderBConfig, timing: Timing, pace: Pace, network: Dispatcher): Graph {
  const base = `${withoutEndSlash(config.graphUrl)}/v1.0`;
  const agent = readOnlyAgent({ token: tokenUrl(config), batchOfGets: `${base}/$batch` }, network);
  const tokens = tokensOf(config, agent, timing);
  const outbound = openOutbound({ agent, tokens, timing, manner: graphManner, pace, bases: [base] });
  const urlOf = (path: string) => (path.startsWith('/') ? `${base}${path}` : path);
  const get: Graph['get'] = (path, signal, headers) =>
    outbound.get({ url: urlOf(path), as: null, signal, ...(headers && { headers }) });

  const rest: Graph['rest'] = async (schema, first, path, signal) => {
    const found: ReturnType<typeof schema.parse>[] = [];
    for (let reply = first; ; ) {
      const page = collectionOf(reply, path);
      for (const entry of page.value) found.push(read(schema, entry, path));
      const next = page['@odata.nextLink'];
      if (next === undefined) return found;
      reply = await get(next, signal);
    }
  };

  return {
    get,
    rest,
    tokens,
    collect: async (schema, path, signal) => rest(schema, await get(path, signal), path, signal),
    batch: (paths, signal) => inBatches({ outbound, base, pace, timing }, paths, signal),
  };
}

interface BatchParts {
  readonly outbound: Outbound;
  readonly base: string;
  readonly pace: Pace;
  readonly timing: Timing;
}

interface BatchReply {
  readonly id: string;
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** Only what was throttled is asked again; a `Retry-After` inside stops the whole app like any other. */
async function inBatches(parts: BatchParts, paths: readonly string[], signal: AbortSignal): Promise<Reply[]> {
  const replies = new Map<number, Reply>();
  let waiting = paths.map((_, index) => index);
  for (let round = 1; waiting.length > 0; round += 1) {
    if (round > MOST_ROUNDS)
      throw new ProviderProblem('throttled', `${waiting.length} reads in a batch were refused ${MOST_ROUNDS} times.`);
    const again: number[] = [];
    for (let at = 0; at < waiting.length; at += BATCH) {
      const part = waiting.slice(at, at + BATCH);
      for (const [index, reply] of await oneBatch(parts, part, paths, signal)) {
        const verdict = graphManner.judge(reply, parts.timing.now());
        if (verdict.kind === 'stop') throw verdict.problem;
        if (verdict.kind === 'answer') replies.set(index, reply);
        else {
          again.push(index);
          parts.pace.stop(verdict.afterMs ?? graphManner.backoff(round, parts.timing.random));
        }
      }
    }
    waiting = again;
  }
  return paths.map((_, index) => replies.get(index) as Reply);
}

async function oneBatch(
  { outbound, base }: BatchParts,
  part: readonly number[],
  paths: readonly string[],
  signal: AbortSignal,
): Promise<[number, Reply][]> {
  const requests = part.map((index) => ({ id: String(index), method: 'GET', url: paths[index] }));
  const reply = await outbound.ask({ url: `${base}/$batch`, as: null, signal }, { requests });
  if (reply.status !== 200) throw new ProviderProblem('unavailable', `The batch was refused: ${messageOf(reply)}`);
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

export function collectionOf(reply: Reply, path: string): z.infer<typeof Collection> {
  if (reply.status === 403)
    throw new ProviderProblem('unauthorized', `${pathOf(path)} was refused: ${messageOf(reply)}`);
  if (reply.status !== 200)
    throw new ProviderProblem('unavailable', `${pathOf(path)} answered ${reply.status}: ${messageOf(reply)}`);
  return read(Collection, reply.body, path);
}

export function read<T>(schema: z.ZodType<T>, value: unknown, path: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProviderProblem(
    'unavailable',
    `${pathOf(path)} answered something unexpected at ${issue?.path.join('.') || 'the top'}: ${issue?.message}.`,
  );
}
