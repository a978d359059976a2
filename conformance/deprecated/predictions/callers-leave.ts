import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { HALF_A_QUEUE, LONG, LONG_ROWS, WAITS } from './large-rows.ts';
import { ALL_PREDICTIONS, type Site } from './site.ts';

/** Who hangs up while their rows wait to be scored is not scored: 499, which nobody is left to read. */
export function callersLeave(the: () => Site): void {
  test('499: rows of callers who hang up are not scored, and nobody else notices', async () => {
    const { installation, housing, shops, owner } = the();
    const own = the().at(owner);
    const requests = async () => {
      const counts = [housing, shops].map(async ({ deploymentId }) => {
        const { body } = await call('GET', `/api/v2/deployments/${deploymentId}/serviceStats/`, own);
        return body.metrics.totalRequests as number;
      });
      return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
    };
    const names = async (): Promise<string[]> =>
      (await call('GET', '/api/v2/useCases/?limit=100', own)).body.data.map(({ name }: { name: string }) => name);

    const before = await requests();
    let isAnswered = false;
    const stays = call('POST', `/predApi/v1.0/deployments/${housing.deploymentId}/predictions?maxExplanations=3`, {
      ...own,
      headers: { 'content-type': 'text/csv', accept: 'text/csv' },
      body: LONG,
    }).finally(() => {
      isAnswered = true;
    });
    const leavers = await Promise.all(
      ALL_PREDICTIONS.map(([, route], at) =>
        sent(installation.url, [
          written(`POST ${route.of(route.series ? shops : housing)}`, 'text/csv', WAITS, owner.token),
          // Read only after the whole of the first: when it has been done, the rows are there and wait.
          written('POST /api/v2/useCases/', 'application/json', JSON.stringify({ name: `mark ${at}` }), owner.token),
        ]),
      ),
    );
    for (;;) {
      const found = new Set(await names());
      if (leavers.every((_, at) => found.has(`mark ${at}`))) break;
      await pause(50);
    }
    expect(isAnswered).toBe(false);
    for (const socket of leavers) socket.destroy();

    const { status, text } = await stays;
    expect([status, text.trimEnd().split('\n').length]).toEqual([200, LONG_ROWS + 1]);
    const deployed = ALL_PREDICTIONS.filter(([, route]) => route.deployed).length;
    while ((await requests()) < before + deployed + 1) await pause(100);
  }, 240_000);
}

/** Large requests of one caller at once: one is scored, two wait, and there is no room for the fourth. */
export function tooManyWait(the: () => Site): void {
  test.each(ALL_PREDICTIONS)('POST %s, 429: more rows of one caller than may wait', async (_, route) => {
    const { installation, housing, shops, owner } = the();
    const path = route.of(route.series ? shops : housing);
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'text/csv' };
    const flood = async (): Promise<Response | undefined> => {
      const leaving = new AbortController();
      const { signal } = leaving;
      const sent = Array.from({ length: 4 }, async () => {
        const reply = await fetch(installation.url + path, { method: 'POST', headers, body: HALF_A_QUEUE, signal });
        if (reply.status !== 429) throw new Error(`There was room: ${reply.status}`);
        return reply;
      });
      const refused = await Promise.any(sent).catch(() => undefined);
      const copy = refused && new Response(await refused.text(), refused);
      leaving.abort();
      await Promise.allSettled(sent);
      return copy;
    };
    let refused: Response | undefined;
    // Where bodies arrive more slowly than they are scored, nothing has to wait.
    while (refused === undefined) refused = await flood();
    const told = (await refused.json()) as { code: string; message: string };
    expect([told.code, refused.headers.get('retry-after')]).toEqual(['predictions.too_many_waiting', '5']);
    expect(told.message).toContain('use batch predictions');
  });
}

const written = (line: string, type: string, body: string, key: string): string =>
  `${line} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: ${type}\r\n` +
  `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

async function sent(url: string, requests: readonly string[]): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.resume().write(requests.join(''));
  return socket;
}
