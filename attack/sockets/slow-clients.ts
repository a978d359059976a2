import { setTimeout as pause } from 'node:timers/promises';
import type { AttackRun } from '../attack-run.ts';
import type { World } from '../world/world.ts';
import { head, RawConnection } from './raw.ts';

/** How long the server may keep a connection on which a client dawdles. */
const HEADERS_WITHIN_MS = 40_000;
const REFUSED_WITHIN_MS = 15_000;
const ONE_MEGABYTE = Buffer.alloc(1_000_000, 'x');

type Attack = (run: AttackRun, world: World) => Promise<void>;

/** Headers that come byte by byte and never end. */
const slowHeaders: Attack = async (run) => {
  const connection = new RawConnection(run);
  run.noteRaw('headers that never end');
  await connection.write('GET /api/v2/version/ HTTP/1.1\r\nhost: x\r\n');
  const drip = setInterval(() => void connection.write('x-a: b\r\n'), 500);
  const closed = await connection.closedWithin(HEADERS_WITHIN_MS);
  clearInterval(drip);
  connection.destroy();
  if (!closed)
    run.report.finding('Headers that never end keep a connection open', 'GET with one header line each 500 ms', '');
};

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

/** A body that is announced and never sent, on a route that reads it. */
const missingBody: Attack = async (run, { people, deploymentId }) => {
  const paths = [
    `/api/v2/deployments/${deploymentId}/chat/completions/`,
    `/predApi/v1.0/deployments/${deploymentId}/predictions`,
    '/api/v2/genai/llmgw/chat/completions/',
  ];
  for (const path of paths)
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json',
      'text/csv',
      'x',
    ]) {
      const headers = { authorization: `Bearer ${people.owner.key}`, 'content-type': type };
      const reply = await run.send({ method: 'POST', path, headers, deadlineMs: 10_000 });
      if (reply.failure === 'deadline')
        run.report.finding(
          `A request without a body hangs: ${path}`,
          `curl -X POST -H 'Authorization: Bearer <key>' -H 'Content-Type: ${type}' ${run.url}${path}`,
          '',
          'A request without a body hangs',
        );
    }
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

/** All of them at once: most of the time is waiting. */
export async function attackWithSlowClients(run: AttackRun, world: World): Promise<void> {
  const attacks = [slowHeaders, refusedUpload, missingBody, unreadAnswers, halfClosed];
  await Promise.all(attacks.map((attack) => attack(run, world)));
}
