import { setTimeout as pause } from 'node:timers/promises';
import type { AttackRun } from '../attack-run.ts';
import { inParallel } from '../http/in-parallel.ts';
import type { World } from '../world/world-types.ts';
import { head, RawConnection } from './raw.ts';

/** How long the server may keep a connection on which a client dawdles. */
const HEADERS_WITHIN_MS = 75_000;
const REFUSED_WITHIN_MS = 15_000;
const ONE_MEGABYTE = Buffer.alloc(1_000_000, 'x');

type Attack = (run: AttackRun, world: World) => Promise<void>;

/**
 * Headers that come line by line and never end: begun early and looked at later, since the server may take 45 seconds to
 * notice. Answers how to find out whether it has.
 */
export function dawdle(run: AttackRun): () => Promise<void> {
  const began = performance.now();
  const connection = new RawConnection(run);
  run.noteRaw('headers that never end');
  void connection.write('GET /api/v2/version/ HTTP/1.1\r\nhost: x\r\n');
  const drip = setInterval(() => void connection.write('x-a: b\r\n'), 500);
  return async () => {
    const closed = await connection.closedWithin(Math.max(1_000, HEADERS_WITHIN_MS - (performance.now() - began)));
    clearInterval(drip);
    connection.destroy();
    if (!closed)
      run.report.finding('Headers that never end keep a connection open', 'GET with one header line each 500 ms', '');
  };
}

/** A refused upload whose client goes on holding the connection. */
const refusedUpload: Attack = async (run) => {
  const connection = new RawConnection(run);
  run.noteRaw('a refused upload');
  const headers = {
    authorization: 'Bearer attack-wrong-key',
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': '50000000',
  };
  await connection.write(head(run, 'POST /api/v2/datasets/fromFile/', headers));
  await connection.write(ONE_MEGABYTE);
  const reply = await connection.replyWithin(10_000);
  const line = 'POST /api/v2/datasets/fromFile/ with a wrong key, content-length 50000000 and 1 MB of it';
  if (!/^HTTP\/1\.1 401/.test(reply)) run.report.finding('A refused upload gets no reply', line, reply.slice(0, 200));
  else if (!(await connection.closedWithin(REFUSED_WITHIN_MS)))
    run.report.finding('The connection of a refused upload stays open with unread bytes', line, '');
  connection.destroy();
};

/** A body that is not there, or of a type that somebody else may have read already. */
const oddBodies: Attack = async (run, { people, deploymentId }) => {
  const paths = [
    `/api/v2/deployments/${deploymentId}/chat/completions/`,
    `/api/v2/deployments/${deploymentId}/predictions`,
    `/predApi/v1.0/deployments/${deploymentId}/predictions`,
    '/api/v2/genai/llmgw/chat/completions/',
  ];
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json', 'text/csv', 'x'];
  const cases = paths.flatMap((path) =>
    types.flatMap((type) => [null, '', 'a=b'].map((body) => ({ path, type, body }))),
  );
  await inParallel(cases, 10, async ({ path, type, body }) => {
    const length = body === null ? {} : { 'content-length': String(body.length) };
    const headers = { authorization: `Bearer ${people.owner.key}`, 'content-type': type, ...length };
    const connection = new RawConnection(run);
    run.noteRaw(`POST ${path} as ${type}, body ${JSON.stringify(body)}`);
    await connection.write(head(run, `POST ${path}`, headers) + (body ?? ''));
    if (!/^HTTP/.test(await connection.replyWithin(REFUSED_WITHIN_MS)))
      run.report.finding(
        `POST ${path} as ${type} hangs with the body ${JSON.stringify(body)}`,
        `curl -X POST -H 'Authorization: Bearer <key>' -H 'Content-Type: ${type}' ${run.url}${path}`,
        '',
        'A request hangs',
      );
    connection.destroy();
  });
};

/** A client that asks for much and reads nothing. */
const unreadAnswers: Attack = async (run, { people }) => {
  const request = head(run, 'GET /api/v2/openapi.json', { authorization: `Bearer ${people.owner.key}` });
  const connections = Array.from({ length: 10 }, () => new RawConnection(run, { reads: false }));
  for (const connection of connections) {
    run.noteRaw('answers nobody reads');
    await connection.write(request.repeat(20));
  }
  await pause(2_000);
  const innocent = await run.send({ method: 'GET', path: '/healthz', deadlineMs: 5_000 });
  if (innocent.status !== 200)
    run.report.finding('Unread answers keep others waiting', '10 connections with 20 pipelined GETs each, unread', '');
  for (const connection of connections) connection.reset();
};

/** A client that sends its request, then FIN, and waits. */
const halfClosed: Attack = async (run, { people }) => {
  const connection = new RawConnection(run);
  run.noteRaw('a half-closed connection');
  await connection.write(head(run, 'GET /api/v2/version/', { authorization: `Bearer ${people.owner.key}` }));
  connection.end();
  if (!(await connection.closedWithin(REFUSED_WITHIN_MS)))
    run.report.finding('A half-closed connection stays open', 'GET, then FIN', connection.text.slice(0, 100));
  connection.destroy();
};

/** Most of the time is waiting, so they wait together. */
export async function attackWithSlowClients(
  run: AttackRun,
  world: World,
  dawdling: () => Promise<void>,
): Promise<void> {
  const attacks = [refusedUpload, oddBodies, halfClosed];
  await Promise.all(attacks.map((attack) => attack(run, world)));
  await unreadAnswers(run, world);
  await dawdling();
}
