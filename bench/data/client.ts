import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** How often a finished status is looked for: often enough not to be part of the figure. */
const LOOK_MS = 10;

interface Begun {
  readonly catalogId: string;
  readonly catalogVersionId: string;
  readonly statusId: string;
}

/** A client of one server that follows what it starts. */
export function client(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  const answered = async (reply: Response) => {
    if (reply.status >= 400) throw new Error(`${reply.url}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const ended = async ({ statusId }: { statusId: string }): Promise<void> => {
    for (;;) {
      const reply = await fetch(`${url}/api/v2/status/${statusId}/`, { headers, redirect: 'manual' });
      const { status, message } = (await reply.json()) as { status: string; message: string };
      if (reply.status === 303) return;
      if (status !== 'INITIALIZED' && status !== 'RUNNING') throw new Error(`${status}: ${message}`);
      await pause(LOOK_MS);
    }
  };
  /** Uploads a file; its reading has only begun. */
  const begin = async (path: string): Promise<Begun> => {
    const form = new FormData();
    form.set('file', await openAsBlob(path), 'sales.csv');
    return answered(await fetch(`${url}/api/v2/datasets/fromFile/`, { method: 'POST', headers, body: form }));
  };
  return {
    ended,
    async insights(recipeId: string): Promise<void> {
      for (;;) {
        const { status } = await answered(await fetch(`${url}/api/v2/recipes/${recipeId}/insights/`, { headers }));
        if (status !== 'running') return;
        await pause(LOOK_MS);
      }
    },
    // biome-ignore lint/suspicious/noExplicitAny: answers of any route
    async ask(method: string, path: string, body: object): Promise<any> {
      const json = { ...headers, 'content-type': 'application/json' };
      return answered(await fetch(`${url}/api/v2/${path}`, { method, headers: json, body: JSON.stringify(body) }));
    },
    begin,
    async upload(path: string): Promise<Begun> {
      const begun = await begin(path);
      await ended(begun);
      return begun;
    },
  };
}
