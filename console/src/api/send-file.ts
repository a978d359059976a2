import { fieldText } from './as-text.ts';
import { type ApiCall, address } from './call.ts';
import { refusal } from './refusal.ts';
import { noAnswer, parseReply } from './send.ts';

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
