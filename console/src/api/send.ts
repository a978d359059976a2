import { ApiProblem, refusal } from './api-problem.ts';
import { fieldText } from './as-text.ts';
import { type ApiCall, address } from './call.ts';
import { parseExact, printExact } from './exact-json.ts';

const noAnswer = (): ApiProblem =>
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

interface SendFileOptions {
  /** Told how many bytes have left, of how many. */
  readonly onProgress?: (sent: number, of: number) => void;
  readonly signal?: AbortSignal;
}

/** Sends the bytes of an upload. By XMLHttpRequest: it is what tells how far an upload is. */
export function sendFile<Reply>(call: ApiCall<Reply>, file: Blob, options: SendFileOptions = {}): Promise<Reply> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(call.method, address(call));
    request.setRequestHeader('accept', 'application/json');
    if (call.file?.raw) request.setRequestHeader('content-type', file.type || 'text/csv');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress?.(Math.min(loaded, file.size), file.size));
    request.addEventListener('error', () => reject(noAnswer()));
    request.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('Cancelled', 'AbortError')));
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request;
      if (status < 200 || status > 299) {
        return reject(refusal(status, statusText, request.getResponseHeader('x-request-id'), responseText));
      }
      try {
        resolve(parseReply<Reply>(status, request.responseURL, responseText));
      } catch (error) {
        reject(error);
      }
    });
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(call.file?.raw ? file : formOf(call, file));
  });
}

/** Fields first: the server reads a form as it arrives. */
function formOf({ body = {}, file: part }: ApiCall<unknown>, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, fieldText(value));
  form.append(part?.field ?? 'file', file, part?.name);
  return form;
}
