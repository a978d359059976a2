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
