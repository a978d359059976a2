import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { LONG, LONG_ROWS, WAITS } from './large-rows.ts';
import { ALL_PREDICTIONS, type PredictionRoute, type Site } from './site.ts';

/** Who hangs up while their rows wait to be scored is not scored: 499, which nobody is left to read. */
export function callersLeave(the: () => Site): void {
  test('429, 499: a caller has so many rows waiting; those of who hangs up are not scored, and nobody else notices', async () => {
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
    const oneMore = async (route: PredictionRoute) => {
      const refused = await call('POST', route.of(route.series ? shops : housing), {
        ...own,
        headers: { 'content-type': 'text/csv' },
        body: WAITS,
      });
      expectRefusal(refused, 429, 'predictions.too_many_waiting');
      expect([refused.headers.get('retry-after'), refused.body.message]).toEqual([
        '5',
        expect.stringContaining('batch predictions'),
      ]);
    };
    await Promise.all(ALL_PREDICTIONS.map(([, route]) => oneMore(route)));
    expect(isAnswered).toBe(false);
    for (const socket of leavers) socket.destroy();

    const { status, text } = await stays;
    expect([status, text.trimEnd().split('\n').length]).toEqual([200, LONG_ROWS + 1]);
    const deployed = ALL_PREDICTIONS.filter(([, route]) => route.deployed).length;
    while ((await requests()) < before + deployed + 1) await pause(100);
  }, 240_000);
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
