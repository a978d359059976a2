/** A refusal by the API, or a server that does not answer. `message` is a sentence for the person reading it. */
export class ApiProblem extends Error {
  /** 0 when no answer came at all. */
  readonly status: number;
  readonly code: string;
  /** Field name -> what is wrong with it. */
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;
  constructor(
    status: number,
    message: string,
    more: { code?: string; fields?: Record<string, string>; requestId?: string } = {},
  ) {
    super(message);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = more.code ?? 'console.no_code';
    this.fields = more.fields ?? {};
    this.requestId = more.requestId;
  }
}

/** Credentials other than the session were missing or wrong: whoever is signed in stays so. */
const NOT_THE_SESSION = ['accounts.no_service_key', 'accounts.wrong_service_key', 'http.key_only'];

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 401 && !NOT_THE_SESSION.includes(error.code);

/** What the fields say, for a refusal that names none of the fields on screen. */
export function sentence(problem: unknown): string {
  if (!(problem instanceof ApiProblem)) return problem instanceof Error ? problem.message : String(problem);
  const unsaid = Object.entries(problem.fields).filter(([, what]) => !problem.message.includes(what));
  const places = unsaid.map(([field, what]) => `${field}: ${what}`);
  return places.length > 0 ? `${problem.message} (${places.join('; ')})` : problem.message;
}

export function fieldError(problem: unknown, field: string): string | undefined {
  return problem instanceof ApiProblem ? problem.fields[field] : undefined;
}

interface ProblemText {
  readonly message: string;
  readonly code?: string;
  readonly fields?: Record<string, string>;
}

/** A refusal out of what came with it: `message` and `errors`, or the `detail` of generative AI. */
export function refusal(status: number, statusText: string, requestId: string | null, text: string): ApiProblem {
  const general = `The server answered ${status} ${statusText}. Try again; if it stays, tell your administrator.`;
  const { message, code, fields } = readProblem(text) ?? { message: general };
  return new ApiProblem(status, message, {
    ...(requestId === null ? {} : { requestId }),
    ...(code ? { code } : {}),
    ...(fields ? { fields } : {}),
  });
}

function readProblem(text: string): ProblemText | undefined {
  const body = object(text);
  if (typeof body?.message === 'string') {
    const { message, code, errors } = body as { message: string; code?: string; errors?: Record<string, string> };
    return { message, ...(code ? { code } : {}), ...(errors ? { fields: errors } : {}) };
  }
  if (typeof body?.detail === 'string') return { message: body.detail };
  if (Array.isArray(body?.detail)) {
    const places = body.detail as readonly { readonly loc: readonly (string | number)[]; readonly msg: string }[];
    return {
      message: 'Something in what was sent is wrong',
      fields: Object.fromEntries(places.map(({ loc, msg }) => [loc.slice(1).join('.'), msg])),
    };
  }
  return undefined;
}

/** Nothing when it is no JSON object: then a proxy answered. */
function object(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
