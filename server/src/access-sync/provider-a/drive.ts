import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import type { Timing } from '#platform/async/retry.ts';
import { openOutbound, type Reply, readAnswer } from '../outbound/outbound.ts';
import { pace as newPace, type Pace } from '../outbound/pace.ts';
import { readOnlyAgent, withoutEndSlash } from '../outbound/read-only.ts';
import { ProviderProblem } from '../provider-client.ts';
import type { ProviderAConfig } from '../provider-config.ts';
import { driveRetryPolicy, messageOf } from './retry-policy.ts';
import { asDirectory, asDrive, requestToken, tokensOf } from './token.ts';

export type Params = Readonly<Record<string, string | number | boolean>>;

/** Reading the provider's three services, each call as somebody. */
export interface Drive {
  /** Drive v3, as a person. */
  files(path: string, params: Params, email: string, signal: AbortSignal): Promise<Reply>;
  /** The directory, as the administrator. */
  directory(path: string, params: Params, signal: AbortSignal): Promise<Reply>;
  /** The activity query: a read that is served by POST. */
  activity(query: object, email: string, signal: AbortSignal): Promise<Reply>;
  /** Asks for a token with these scopes alone: to learn which of them was not delegated. */
  tryScopes(scopes: readonly string[]): Promise<Reply>;
}

export function openDrive(config: ProviderAConfig, timing: Timing, pace: Pace, network: Dispatcher): Drive {
  const driveBase = `${withoutEndSlash(config.driveUrl)}/drive/v3`;
  const directoryBase = `${withoutEndSlash(config.directoryUrl)}/admin/directory/v1`;
  const activityUrl = `${withoutEndSlash(config.activityUrl)}/v2/activity:query`;
  const agent = readOnlyAgent({ token: config.tokenUrl, activityQuery: activityUrl }, network);
  const lanes = new Map<string, Pace>();
  const lane = (as: string) => {
    const known = lanes.get(as) ?? newPace(timing);
    lanes.set(as, known);
    return known;
  };
  const outbound = openOutbound({
    agent,
    tokens: tokensOf(config, agent, timing),
    timing,
    policy: driveRetryPolicy,
    userAgent: 'Almanac/AccessSync (gzip)',
    pace,
    lane,
    bases: [driveBase, directoryBase, activityUrl],
  });
  return {
    files: (path, params, email, signal) =>
      outbound.get({ url: withParams(`${driveBase}${path}`, params), as: asDrive(email), signal }),
    directory: (path, params, signal) =>
      outbound.get({ url: withParams(`${directoryBase}${path}`, params), as: asDirectory(config.adminEmail), signal }),
    activity: (query, email, signal) => outbound.ask({ url: activityUrl, as: asDrive(email), signal }, query),
    tryScopes: (scopes) => requestToken(config, agent, timing, config.adminEmail, scopes),
  };
}

function withParams(url: string, params: Params): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) query.set(name, String(value));
  return query.size === 0 ? url : `${url}?${query}`;
}

/** The body of a good answer, checked; every other status ends the pass. */
export function bodyOf<T>(schema: z.ZodType<T>, reply: Reply, what: string): T {
  if (reply.status === 403) throw new ProviderProblem('unauthorized', `${what} was refused: ${messageOf(reply)}`);
  if (reply.status !== 200)
    throw new ProviderProblem('unavailable', `${what} answered ${reply.status}: ${messageOf(reply)}`);
  return readAnswer(schema, reply.body, what);
}
