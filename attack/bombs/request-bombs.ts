import { gzipSync } from 'node:zlib';
import type { AttackRun } from '../attack-run.ts';
import { checkReply } from '../http/check-reply.ts';
import type { Outgoing } from '../http/send.ts';
import type { World } from '../world/world-types.ts';
import { whileOthersAsk } from './innocent.ts';

const DEADLINE_MS = 30_000;
/** Processor time of the server that one request may cost. */
const COSTS_AT_MOST_MS = 3_000;
/** A wide table is refused, or read in linear time. */
const WIDE_COSTS_AT_MOST_MS = 1_500;
const WIDE = 100_000;

interface Bomb extends Outgoing {
  readonly name: string;
  readonly costsAtMostMs?: number;
}

/** Small requests that ask for much work. */
function bombs({ people, deploymentId }: World): readonly Bomb[] {
  const authorization = `Bearer ${people.owner.key}`;
  const json = { authorization, 'content-type': 'application/json' };
  const csv = { authorization, 'content-type': 'text/csv' };
  const predictions = `/predApi/v1.0/deployments/${deploymentId}/predictions`;
  const quotas = '/api/v2/quotas/';
  const names = Array.from({ length: WIDE }, (_, i) => `c${i}`);
  const wide = `${names.join(',')}\n${names.map(() => '1').join(',')}\n`;
  const wideObject = `[{${names.map((name) => `"${name}":1`).join(',')}}]`;
  const zeros = gzipSync(Buffer.alloc(200_000_000));
  const spaces = gzipSync(Buffer.alloc(200_000_000, ' '));
  const post = (name: string, path: string, headers: Record<string, string>, body: string | Buffer): Bomb => ({
    ...{ name, method: 'POST', path, headers, body },
  });
  return [
    { ...post('100,000 columns of CSV', predictions, csv, wide), costsAtMostMs: WIDE_COSTS_AT_MOST_MS },
    { ...post('100,000 fields of JSON', predictions, json, wideObject), costsAtMostMs: WIDE_COSTS_AT_MOST_MS },
    post('a row of 5 MB in one cell', predictions, csv, `size\n"${'x'.repeat(5_000_000)}"\n`),
    post('a quote that is never closed', predictions, csv, `size,age\n"${'1,'.repeat(2_000_000)}`),
    post('nested arrays in rows', predictions, json, '['.repeat(1_000_000)),
    post('nested arrays', quotas, json, '['.repeat(1_000_000)),
    post('nested objects', quotas, json, '{"a":'.repeat(500_000)),
    post('a number of a million digits', quotas, json, `{"resourceId":${'9'.repeat(1_000_000)}}`),
    post(
      'numbers of a thousand digits',
      quotas,
      json,
      `{"policies":[${Array(5_000).fill('9'.repeat(1_000)).join(',')}]}`,
    ),
    post('200 MB of zeros in gzip, JSON', quotas, { ...json, 'content-encoding': 'gzip' }, zeros),
    post('200 MB of blanks in gzip, JSON', quotas, { ...json, 'content-encoding': 'gzip' }, spaces),
    post('200 MB of zeros in gzip, CSV', predictions, { ...csv, 'content-encoding': 'gzip' }, zeros),
    post('a name of 9 MB', '/api/v2/useCases/', json, `{"name":"${'x'.repeat(9_000_000)}"}`),
    post('20,000 form parts', '/api/v2/datasets/fromFile/', formHeaders(authorization), manyParts(20_000)),
    post('a million form fields', '/api/v2/projects/', urlencoded(authorization), 'a=1&'.repeat(1_000_000)),
    { name: '5,000 query parameters', method: 'GET', path: `/api/v2/datasets/?${'a=1&'.repeat(2_500)}`, headers: json },
  ];
}

const formHeaders = (authorization: string) => ({ authorization, 'content-type': 'multipart/form-data; boundary=b' });
const urlencoded = (authorization: string) => ({ authorization, 'content-type': 'application/x-www-form-urlencoded' });

const manyParts = (count: number): string =>
  `${Array.from({ length: count }, (_, i) => `--b\r\nContent-Disposition: form-data; name="f${i}"\r\n\r\n1\r\n`).join('')}--b--\r\n`;

/** Each is refused or answered soon, costs little, and nobody else waits for it. */
export async function attackWithRequestBombs(run: AttackRun, world: World): Promise<void> {
  for (const bomb of bombs(world)) {
    await whileOthersAsk(run, world, bomb.name, async () => {
      const before = run.local?.processorMs() ?? 0;
      const reply = await run.send({ ...bomb, deadlineMs: DEADLINE_MS });
      if (!checkReply(run, bomb, reply) && reply.failure === 'deadline') return run.restartOurs();
      const cost = (run.local?.processorMs() ?? 0) - before;
      if (cost > (bomb.costsAtMostMs ?? COSTS_AT_MOST_MS))
        run.report.finding(
          `${bomb.name} costs ${(cost / 1000).toFixed(1)} s of processor time`,
          `POST ${bomb.path}`,
          `${reply.status}`,
        );
    });
    await run.checkAlive();
  }
}
