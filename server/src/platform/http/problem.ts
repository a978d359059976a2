/** A refusal a caller can meet: the status, a stable code, and the sentence they read. */
export interface ProblemKind<Args extends readonly unknown[]> {
  readonly status: number;
  readonly code: string;
  readonly message: (...args: Args) => string;
  /** Seconds to wait; every 429 and 503 carries it. */
  readonly retryAfter?: number;
}

/** The codes of refusals, by status. */
export type Refusals = Readonly<Record<number, readonly string[]>>;

/** All of them: what several lists say of one status stands together. */
export function joinRefusals(...lists: readonly Refusals[]): Refusals {
  const joined: Record<string, readonly string[]> = {};
  for (const [status, codes] of lists.flatMap((list) => Object.entries(list)))
    joined[status] = [...(joined[status] ?? []), ...codes];
  return joined;
}

/** Field -> what is wrong with it. The place of a nested field is written with dots: `defaultRules.0.limit`. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface ProblemOptions {
  readonly fields?: FieldErrors;
  readonly headers?: Readonly<Record<string, string>>;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly where?: 'body' | 'query';
}

export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldErrors | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** More keys for the body, where a client is known to read them (`jobId`, `errorName`). */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Where the wrong fields were sent. */
  readonly where: 'body' | 'query';

  constructor(status: number, code: string, message: string, more: ProblemOptions = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = more.fields;
    this.headers = more.headers ?? {};
    this.extra = more.extra ?? {};
    this.where = more.where ?? 'body';
  }
}

const kindOf =
  (status: number) =>
  <Args extends readonly unknown[]>(code: string, message: (...args: Args) => string): ProblemKind<Args> => ({
    status,
    code,
    message,
  });

/** Kinds of refusal by the name of their status. */
export const badRequest = kindOf(400);
export const forbidden = kindOf(403);
export const notFound = kindOf(404);
export const conflict = kindOf(409);
export const unprocessable = kindOf(422);
export const badGateway = kindOf(502);

/** Declares a module's refusals as data, beside the module. */
export function catalogue<const Kinds extends Record<string, ProblemKind<never>>>(kinds: Kinds): Kinds {
  return kinds;
}

export function problem<Args extends readonly unknown[]>(kind: ProblemKind<Args>, ...args: Args): Problem {
  const headers = kind.retryAfter === undefined ? {} : { 'retry-after': String(kind.retryAfter) };
  return new Problem(kind.status, kind.code, kind.message(...args), { headers });
}

/** Ends a service function with a refusal from the catalogue. Typed as an expression: `row ?? refuse(Problems.noSuchQuota, id)`. */
export function refuse<Args extends readonly unknown[]>(kind: ProblemKind<Args>, ...args: Args): never {
  throw problem(kind, ...args);
}

/** 422 with the place of every wrong field. */
export function invalidFields(fields: FieldErrors): Problem {
  return new Problem(422, 'request.invalid', 'Invalid field data', { fields });
}

/** `openai` is what clients of chat completions read. */
export type ErrorStyle = 'message' | 'detail' | 'openai';

const pieces = (place: string) => place.split('.').map((piece) => (/^\d+$/.test(piece) ? Number(piece) : piece));

const places = (fields: FieldErrors, where: Problem['where']) =>
  Object.entries(fields).map(([place, msg]) => ({
    loc: [where, ...(place === where ? [] : pieces(place))],
    msg,
    type: msg.endsWith('is not allowed key') ? 'extra_forbidden' : 'value_error',
  }));

/** The one place where a refusal becomes a body. */
export function renderProblem(problem: Problem, style: ErrorStyle): Record<string, unknown> {
  const { message, fields, extra, where } = problem;
  if (style === 'detail') return { detail: fields ? places(fields, where) : message };
  if (style === 'openai') return openAiError(problem);
  return { message, code: problem.code, ...(fields ? { errors: fields } : {}), ...extra };
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_exceeded',
};

/** With `message` beside it, which clients of the other routes read. */
function openAiError({ status, code, message, fields, extra }: Problem): Record<string, unknown> {
  const [wrong] = Object.entries(fields ?? {});
  const said = wrong === undefined ? message : `${wrong[0]}: ${wrong[1]}`;
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  return { error: { message: said, type, param: wrong?.[0] ?? null, code }, message: said, ...extra };
}
