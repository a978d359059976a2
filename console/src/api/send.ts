import { ApiProblem } from './api-problem.ts';
import { type ApiCall, address } from './call.ts';

/** Sends a call with the session cookie. The only place of the console that talks to the network. */
export async function send<Reply>(call: ApiCall<Reply>, signal?: AbortSignal): Promise<Reply> {
  const response = await fetch(address(call), {
    method: call.method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(call.body ? { 'content-type': 'application/json' } : {}) },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiProblem(
      0,
      'The server does not answer. Check that it is running and that you are online, then try again.',
    );
  });
  if (response.status === 204) return undefined as Reply;
  const text = await response.text();
  if (!response.ok) throw refusal(response, text);
  return (text === '' ? undefined : parsed(response, text)) as Reply;
}

function parsed(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiProblem(
      response.status,
      `The answer of ${new URL(response.url).pathname} is not JSON. A proxy in between may have replaced it.`,
    );
  }
}

function refusal(response: Response, text: string): ApiProblem {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const more = requestId === undefined ? {} : { requestId };
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
      const { message, code, errors } = body as { message: string; code?: string; errors?: Record<string, string> };
      return new ApiProblem(response.status, message, {
        ...more,
        ...(code ? { code } : {}),
        ...(errors ? { fields: errors } : {}),
      });
    }
  } catch {
    // Not JSON: a proxy answered. Fall through to the general sentence.
  }
  return new ApiProblem(
    response.status,
    `The server answered ${response.status} ${response.statusText}. Try again; if it stays, tell your administrator.`,
    more,
  );
}
