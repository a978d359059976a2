import type { FieldErrors, Problem } from './problem.ts';

export type ErrorStyle = 'message' | 'detail';

const places = (fields: FieldErrors) =>
  Object.entries(fields).map(([place, msg]) => ({
    loc: ['body', ...place.split('.').map((piece) => (/^\d+$/.test(piece) ? Number(piece) : piece))],
    msg,
    type: msg.endsWith('is not allowed key') ? 'extra_forbidden' : 'value_error',
  }));

/** The one place where a refusal becomes a body. */
export function renderProblem(problem: Problem, style: ErrorStyle): Record<string, unknown> {
  if (style === 'detail') return { detail: problem.fields ? places(problem.fields) : problem.message };
  const { message, fields, extra } = problem;
  return { message, code: problem.code, ...(fields ? { errors: fields } : {}), ...extra };
}
