import { ApiProblem } from './api-problem.ts';
import { type ApiCall, address } from './call.ts';
import { parseExact, printExact } from './exact-json.ts';
import { refusal } from './refusal.ts';

export const noAnswer = (): ApiProblem =>
  new ApiProblem(0, 'The server does not answer. Check that it is running and that you are online, then try again.');

/** Sends a call with the session cookie; refusals and a missing server become problems. Redirects are followed. */
export async function exchange(call: ApiCall<unknown>, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(address(call), {
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
  if (response.ok) return response;
  throw refusal(response.status, response.statusText, response.headers.get('x-request-id'), await response.text());
}

export async function send<Reply>(call: ApiCall<Reply>, signal?: AbortSignal): Promise<Reply> {
  const response = await exchange(call, signal);
  if (response.status === 204) return undefined as Reply;
  return parsed<Reply>(response.status, response.url, await response.text());
}

export function parsed<Reply>(status: number, url: string, text: string): Reply {
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
