import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { aPerson } from '../../support/people.ts';
import { shopsCsv } from '../shops.ts';

/**
 * The specification's own flow, as its reference client does it: `Authorization: token`, redirects followed, a status
 * asked again until it is neither INITIALIZED nor RUNNING; the body of that answer is the result.
 */
function client(url: string, token: string) {
  const send = (method: string, target: string, body?: FormData | object): Promise<Response> =>
    fetch(target.startsWith('http') ? target : url + target, {
      method,
      headers: {
        authorization: `token ${token}`,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  return {
    send,
    async result(started: Response): Promise<Record<string, unknown>> {
      expect(started.status).toBe(202);
      const location = started.headers.get('location') ?? '';
      for (;;) {
        const seen = await send('GET', location);
        expect(seen.status).toBe(200);
        const body = (await seen.json()) as { status?: string };
        if (!['INITIALIZED', 'RUNNING'].includes(String(body.status).toUpperCase())) return body;
        await pause(200);
      }
    },
  };
}

test('a file becomes a leaderboard', async () => {
  const person = await aPerson();
  const { send, result } = client(inject('target').url, person.token);
  const form = new FormData();
  form.append('projectName', 'Sales of shops');
  form.append('file', new Blob([shopsCsv(10, 200)]), 'sales.csv');
  const project = await result(await send('POST', '/api/v2/projects/', form));
  const path = `/api/v2/projects/${project.id}/`;
  expect((await send('PATCH', path, { workerCount: 16 })).status).toBe(200);

  const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  const detected = await result(await send('POST', `${path}multiseriesProperties/`, columns));
  expect(detected.detectedMultiseriesIdColumns).toHaveLength(1);

  const aim = {
    target: 'sales',
    mode: 'quick',
    featureDerivationWindowStart: -28,
    featureDerivationWindowEnd: 0,
    forecastWindowStart: 1,
    forecastWindowEnd: 7,
    numberOfBacktests: 2,
    useTimeSeries: true,
    cvMethod: 'datetime',
    blendBestModels: false,
    ...columns,
  };
  const aimed = await result(await send('PATCH', `${path}aim/`, aim));
  expect(aimed).toMatchObject({ id: project.id, stage: 'modeling', autopilotMode: 3 });

  for (;;) {
    const status = (await (await send('GET', `${path}status/`)).json()) as { autopilotDone: boolean };
    if (status.autopilotDone) break;
    await pause(300);
  }
  const board = (await (await send('GET', `${path}modelRecords/?limit=100&offset=0`)).json()) as {
    totalCount: number;
    data: { modelCategory: string }[];
  };
  expect(board.totalCount).toBeGreaterThan(5);
  expect(board.data.map(({ modelCategory }) => modelCategory)).not.toContain('blend');
  const best = await send('GET', `${path}recommendedModels/recommendedModel/`);
  expect(best.status).toBe(200);
}, 600_000);
