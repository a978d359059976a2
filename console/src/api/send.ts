import { ApiProblem } from './api-problem.ts';
import { type ApiCall, address } from './call.ts';
import { parseExact, printExact } from './exact-json.ts';
import { refusal } from './refusal.ts';

export const noAnswer = (): ApiProblem =>
  new ApiProblem(0, 'The server does not answer. Check that it is running and that you are online, then try again.');

/** Sends a call with the session cookie. Any answer will do, also a refusal. Redirects are followed. */
export function reach(call: ApiCall<unknown>, signal?: AbortSignal): Promise<Response> {
  return fetch(address(call), {
    method: call.method,
    credentials: 'same-origin',
    headers: {
      accept: call.accept ?? 'application/json',
      ...(call.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(call.body ? { body: printExact(call.body) } : {}),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw noAnswer();
  });
}

/** An answer that is no refusal; those become problems. */
export async function exchange(call: ApiCall<unknown>, signal?: AbortSignal): Promise<Response> {
  return requireOk(await reach(call, signal));
}

export async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw refusal(response.status, response.statusText, response.headers.get('x-request-id'), await response.text());
}

export async function send<Reply>(call: ApiCall<Reply>, signal?: AbortSignal): Promise<Reply> {
  const response = await exchange(call, signal);
  if (response.status === 204) return undefined as Reply;
  return parseReply<Reply>(response.status, response.url, await response.text());
}

export function parseReply<Reply>(status: number, url: string, text: string): Reply {
  if (text === '') return undefined as Reply;
  try {
    return parseExact(text) as Reply;
  } catch {
    throw new ApiProblem(
      status,
      `The answer of ${new URL(url).pathname} is not JSON. A proxy in between may have replaced it.`,
    );
  }
}
