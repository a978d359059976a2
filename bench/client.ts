import { setTimeout as pause } from 'node:timers/promises';

/** What a status or a job says while it has not ended. */
const UNDER_WAY = ['INITIALIZED', 'RUNNING', 'queue', 'inprogress'];

/** A client of one server that follows what it starts, asking often enough that the wait is no part of the figure. */
export function apiClient(url: string, headers: Readonly<Record<string, string>>, everyMs = 10) {
  const send = async (method: string, target: string, body?: FormData | object): Promise<Response> => {
    const json = body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' };
    const reply = await fetch(target.startsWith('http') ? target : `${url}/api/v2/${target}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...json },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (reply.status >= 400) throw new Error(`${method} ${target}: ${reply.status} ${await reply.text()}`);
    return reply;
  };
  return {
    send,
    // biome-ignore lint/suspicious/noExplicitAny: replies of any route
    json: async (method: string, target: string, body?: FormData | object): Promise<any> => {
      const reply = await send(method, target, body);
      return reply.status === 204 ? {} : reply.json();
    },
    /** Follows a status or a job to the address of what it made. */
    async ended(at: string): Promise<string> {
      for (;;) {
        const reply = await send('GET', at);
        if (reply.status === 303) return reply.headers.get('location') ?? '';
        const { status, message } = (await reply.json()) as { status: string; message: string };
        if (!UNDER_WAY.includes(status)) throw new Error(`${status}: ${message}`);
        await pause(everyMs);
      }
    },
    every: () => pause(everyMs),
  };
}

/** A body with one file. */
export function fileForm(content: Blob, name: string): FormData {
  const form = new FormData();
  form.append('file', content, name);
  return form;
}
