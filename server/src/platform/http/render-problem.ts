import type { FieldErrors, Problem } from './problem.ts';

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
