import { isDatabaseAway } from '../db/is-database-away.ts';
import { isDecodingError } from '../net/decode-content.ts';
import { isNoSpace } from '../storage/no-space.ts';
import { badRequest, catalogue, forbidden, notFound, Problem, problem } from './problem.ts';

/** Refusals every route shares. */
export const HttpProblems = catalogue({
  noSuchRoute: notFound(
    'http.no_such_route',
    (method: string, path: string) => `There is no route ${method} ${path}. GET /docs lists every route.`,
  ),
  noSuchMethod: {
    status: 405,
    code: 'http.no_such_method',
    message: (method: string, path: string, allowed: string) => `${path} does not take ${method}; it takes ${allowed}.`,
  },
  noCredentials: {
    status: 401,
    code: 'http.no_credentials',
    message: () =>
      'Invalid Authorization header. No credentials provided. Send Authorization: Bearer <API key>; keys are made under ' +
      'account/apiKeys.',
  },
  badCredentials: {
    status: 401,
    code: 'http.bad_credentials',
    message: () =>
      'Invalid API token (invalid authorization header): the key, token or session may be mistyped, expired or revoked. ' +
      'Send Authorization: Bearer <API key> with a current key.',
  },
  keyOnly: {
    status: 401,
    code: 'http.key_only',
    message: () =>
      'This route does not accept the session of the console. Send Authorization: Bearer <API key>; keys are made under ' +
      'account/apiKeys.',
  },
  otherHost: notFound(
    'http.other_host',
    (path: string, host: string, instead: string) => `${path} is not served on ${host}. ${instead}`,
  ),
  notForAgents: forbidden(
    'http.not_for_agent_keys',
    (deploymentId: string, route: string) =>
      `This API key belongs to the deployment ${deploymentId}: it may request predictions and chat completions, call ` +
      `workloads and read account/rateLimitUsage/, but not ${route}. Use an API key without a deploymentId.`,
  ),
  otherDeployment: forbidden(
    'http.other_deployment',
    (deploymentId: string, asked: string, route: string) =>
      `This API key belongs to the deployment ${deploymentId} and may call ${route} for that deployment only, not for ` +
      `${asked}. Use an API key without a deploymentId.`,
  ),
  removed: notFound(
    'http.removed',
    (route: string, removed: string, version: string, last: string) =>
      `${route} was removed in ${removed} of the API; this server serves version ${version}. An administrator can set ` +
      `ALMANAC_API_VERSION=${last} to serve it again.`,
  ),
  planned: {
    status: 501,
    code: 'http.planned',
    message: (route: string) => `${route} is specified but not built yet. COVERAGE.md lists what is served.`,
  },
  wrongJson: badRequest('http.wrong_json', (reason: string) => `The body is not valid JSON: ${reason}`),
  wrongEncoding: badRequest('http.wrong_encoding', (reason: string) => `The body could not be read: ${reason}`),
  wrongType: {
    status: 415,
    code: 'http.wrong_type',
    message: (type: string, accepted: string) => `Content-Type ${type} is not taken here; send ${accepted}.`,
  },
  wrongContentEncoding: {
    status: 415,
    code: 'http.wrong_content_encoding',
    message: (encoding: string) => `Content-Encoding ${encoding} is not taken; send gzip, deflate, br or none.`,
  },
  wrongForm: badRequest('http.wrong_form', (reason: string) => `The multipart form could not be read: ${reason}`),
  tooLarge: {
    status: 413,
    code: 'http.too_large',
    message: (limit: number) => `The body is larger than the ${limit} bytes this route takes.`,
  },
  tooSlow: {
    status: 408,
    code: 'http.too_slow',
    message: (seconds: number) => `The body did not arrive within ${seconds} seconds. Send it again.`,
  },
  wrongUrl: badRequest(
    'http.wrong_url',
    (url: string) => `The address ${JSON.stringify(url.slice(0, 200))} could not be decoded.`,
  ),
  callerGone: {
    status: 499,
    code: 'http.caller_gone',
    message: () => 'The caller hung up before the answer was complete. Send the request again.',
  },
  failed: {
    status: 500,
    code: 'http.failed',
    message: (requestId: string) =>
      `Something went wrong on our side. Try again; if it stays, give the administrator request id ${requestId}.`,
  },
  noSpace: {
    status: 507,
    code: 'http.no_space',
    message: () =>
      'The server has no space left to store this, and nothing of it was kept. Ask the administrator to free space on ' +
      'the disk of its data folder (ALMANAC_DATA_DIR) or of its database, then send it again.',
  },
  unavailable: {
    status: 503,
    code: 'http.unavailable',
    message: (what: string) => `${what} does not answer right now. Try again in a few seconds.`,
    retryAfter: 5,
  },
});

/** A compressed body that is not what its header says. */
export const undecodable = (reason: string): Problem =>
  problem(HttpProblems.wrongEncoding, `it is not valid for its Content-Encoding (${reason})`);

interface Coded {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly message?: unknown;
}

/** Any thrown value as the error reply. Unexpected errors show the request id, never internals. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode, message } = (typeof error === 'object' && error !== null ? error : {}) as Coded;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return problem(HttpProblems.wrongType, 'of this request', 'application/json');
  }
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNABORTED') {
    return problem(HttpProblems.wrongEncoding, 'it ended before it was complete');
  }
  if (isNoSpace(error)) return problem(HttpProblems.noSpace);
  if (isDecodingError(error)) return undecodable(String(message));
  if (isStoreAway(error)) return problem(HttpProblems.unavailable, 'The file store');
  if (isDatabaseAway(error)) return problem(HttpProblems.unavailable, 'The database');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Problem(statusCode, 'http.refused', String(message));
  }
  return problem(HttpProblems.failed, requestId);
}

/** The S3 client marks its errors with `$metadata`. */
function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('$metadata' in error)) return false;
  const { httpStatusCode = 503 } = error.$metadata as { readonly httpStatusCode?: number };
  return httpStatusCode >= 500;
}

/** A body that is too large, with what the route advises. */
export function withAdvice(refusal: Problem, advice: string | undefined): Problem {
  if (refusal.status !== 413 || advice === undefined) return refusal;
  return new Problem(refusal.status, refusal.code, `${refusal.message} ${advice}`);
}
