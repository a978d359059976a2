import { isDatabaseAway } from '../db/is-database-away.ts';
import { isDecodingError } from '../net/decode-content.ts';
import { isNoSpace } from '../storage/no-space.ts';
import { HttpProblems } from './http.problems.ts';
import { Problem, problem } from './problem.ts';

interface Coded {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly message?: unknown;
}

/** Whatever was thrown, as the refusal the caller reads. Unexpected errors tell a request id, never their insides. */
export function toProblem(error: unknown, requestId: string, limit: number): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode, message } = (typeof error === 'object' && error !== null ? error : {}) as Coded;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem(HttpProblems.tooLarge, limit);
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return problem(HttpProblems.wrongEncoding, 'its length differs from the Content-Length header');
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return problem(HttpProblems.wrongType, 'of this request', 'application/json');
  }
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNABORTED') {
    return problem(HttpProblems.wrongEncoding, 'it ended before it was complete');
  }
  if (isNoSpace(error)) return problem(HttpProblems.noSpace);
  if (isDecodingError(error)) {
    return problem(HttpProblems.wrongEncoding, `it is not valid for its Content-Encoding (${String(message)})`);
  }
  if (isStoreAway(error)) return problem(HttpProblems.unavailable, 'The file store');
  if (isDatabaseAway(error)) return problem(HttpProblems.unavailable, 'The database');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Problem(statusCode, 'http.refused', String(message));
  }
  return problem(HttpProblems.failed, requestId);
}

/** Of a bucket: its client says of each failure how often it tried, and what was answered. */
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
