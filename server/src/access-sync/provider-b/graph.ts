import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import type { Timing } from '#platform/async/retry.ts';
import { openOutbound, pathOf, type Reply, readAnswer } from '../outbound/outbound.ts';
import type { Pace } from '../outbound/pace.ts';
import { readOnlyAgent, withoutEndSlash } from '../outbound/read-only.ts';
import { ProviderProblem } from '../provider-client.ts';
import type { ProviderBConfig } from '../provider-config.ts';
import { Collection } from './graph.schema.ts';
import { type OptionalRoutes, optionalRoutes, readMany } from './read-many.ts';
import { graphRetryPolicy, messageOf } from './retry-policy.ts';
import { tokensOf, tokenUrl } from './token.ts';

/** Reading Graph: one thing, a collection over its pages, or many things at once. */
export interface Graph {
  /** `path` starts after the version; a whole address (a link from an answer) is taken as it is. */
  get(path: string, signal: AbortSignal, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** Every page of a collection, each entry checked against the schema. */
  collect<T>(schema: z.ZodType<T>, path: string, signal: AbortSignal): Promise<T[]>;
  /** The same for what a first answer began: the entries of it and of the pages after it. */
  rest<T>(schema: z.ZodType<T>, first: Reply, path: string, signal: AbortSignal): Promise<T[]>;
  /** One reply per path, in the order of the paths: by batches where they are served. */
  batch(paths: readonly string[], signal: AbortSignal): Promise<Reply[]>;
  readonly optional: OptionalRoutes;
  readonly tokens: ReturnType<typeof tokensOf>;
}

/** Undecorated traffic is throttled first. */
const USER_AGENT = 'NONISV|Almanac|AccessSync/1.0';

export function openGraph(config: ProviderBConfig, timing: Timing, pace: Pace, network: Dispatcher): Graph {
  const base = `${withoutEndSlash(config.graphUrl)}/v1.0`;
  const agent = readOnlyAgent({ token: tokenUrl(config), batchOfGets: `${base}/$batch` }, network);
  const tokens = tokensOf(config, agent, timing);
  const outbound = openOutbound({
    agent,
    tokens,
    timing,
    policy: graphRetryPolicy,
    userAgent: USER_AGENT,
    pace,
    bases: [base],
  });
  const optional = optionalRoutes(timing.now);
  const urlOf = (path: string) => (path.startsWith('/') ? `${base}${path}` : path);
  const get: Graph['get'] = (path, signal, headers) =>
    outbound.get({ url: urlOf(path), as: null, signal, ...(headers && { headers }) });

  const rest: Graph['rest'] = async (schema, first, path, signal) => {
    const found: ReturnType<typeof schema.parse>[] = [];
    for (let reply = first; ; ) {
      const page = collectionOf(reply, path);
      for (const entry of page.value) found.push(readAnswer(schema, entry, path));
      const next = page['@odata.nextLink'];
      if (next === undefined) return found;
      reply = await get(next, signal);
    }
  };

  return {
    get,
    rest,
    tokens,
    optional,
    collect: async (schema, path, signal) => rest(schema, await get(path, signal), path, signal),
    batch: (paths, signal) => readMany({ outbound, base, pace, timing, optional, get }, paths, signal),
  };
}

export function collectionOf(reply: Reply, path: string): z.infer<typeof Collection> {
  if (reply.status === 403)
    throw new ProviderProblem('unauthorized', `${pathOf(path)} was refused: ${messageOf(reply)}`);
  if (reply.status !== 200)
    throw new ProviderProblem('unavailable', `${pathOf(path)} answered ${reply.status}: ${messageOf(reply)}`);
  return readAnswer(Collection, reply.body, path);
}
