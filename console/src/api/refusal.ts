import { ApiProblem } from './api-problem.ts';

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
