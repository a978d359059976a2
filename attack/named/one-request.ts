import { setTimeout as pause } from 'node:timers/promises';
import type { AttackRun } from '../attack-run.ts';
import { checkReply } from '../http/check-reply.ts';
import { inParallel } from '../http/in-parallel.ts';
import { seeded } from '../http/random.ts';
import { requestFor } from '../matrix/request.ts';
import type { Operation } from '../openapi/operations.ts';
import { anUnknownId } from '../openapi/sample.ts';
import { head, RawConnection } from '../sockets/raw.ts';
import { Things, type World } from '../world/world-types.ts';

const NOTHING = new Things();

/** Early refusals together with a late failure: work that was begun before the refusal must not end the process. */
export async function attackWithOneRequest(
  run: AttackRun,
  operations: readonly Operation[],
  world: World,
): Promise<void> {
  const random = seeded(run.seed ^ 0x0e);
  const authorization = `Bearer ${world.people.owner.key}`;
  const tooLong = 'x'.repeat(9_000);
  const predictions = operations.filter(({ method, path }) => method === 'POST' && /predict/i.test(path));
  for (const operation of predictions) {
    const { path, body = '', headers = {} } = requestFor(operation, NOTHING, () => anUnknownId(random));
    const early = [
      { path: `${path}?passthroughColumns=${tooLong}`, headers: { ...headers, authorization } },
      { path, headers: { authorization, 'content-type': 'image/png' } },
      { path, headers: { ...headers, authorization, 'datarobot-key': 'wrong', 'content-encoding': 'unheard' } },
      { path, headers },
    ];
    for (const one of early) {
      const outgoing = { method: 'POST', body, ...one };
      checkReply(run, outgoing, await run.send(outgoing));
    }
    // What was begun fails a moment later.
    await pause(20);
    await run.checkAlive();
  }
  await abandonEveryRoute(run, operations, authorization, () => anUnknownId(random));
}

/** Every route, left alone right after the request was sent. */
async function abandonEveryRoute(
  run: AttackRun,
  operations: readonly Operation[],
  authorization: string,
  unknown: () => string,
): Promise<void> {
  await inParallel(operations, 8, async (operation) => {
    const { method, path, headers = {}, body = '' } = requestFor(operation, NOTHING, unknown);
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const connection = new RawConnection(run);
    run.noteRaw(`${method} ${path}, reset at once`);
    await connection.write(head(run, `${method} ${path}`, { ...headers, ...length, authorization }));
    await connection.write(body);
    await pause(2);
    connection.reset();
  });
  await pause(500);
  await run.checkAlive();
}
