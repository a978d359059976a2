import { setTimeout as pause } from 'node:timers/promises';
import type { AttackRun } from '../../attack/attack-run.ts';
import { head, RawConnection } from '../../attack/sockets/raw.ts';
import { housingCsv } from '../../attack/world/data-objects.ts';
import type { World } from '../../attack/world/world-types.ts';

const ABORTED_EVERY = 10;
const BOUNDARY = 'soak';

/** What was done, and what was not done well. */
export interface Done {
  readonly counts: Record<string, number>;
  failed: number;
  lastFailure: string;
}

interface Loop {
  readonly name: string;
  readonly everyMs: number;
  once(turn: number): Promise<boolean>;
}

/** All of them side by side, at a pace of their own, until `over` says so. */
export async function load(run: AttackRun, world: World, done: Done, over: () => boolean): Promise<void> {
  const repeat = async ({ name, everyMs, once }: Loop) => {
    for (let turn = 0; !over(); turn++) {
      const good = await once(turn).catch((error: Error) => note(done, `${name}: ${error.message}`));
      done.counts[name] = (done.counts[name] ?? 0) + 1;
      if (!good) done.failed++;
      await pause(everyMs);
    }
  };
  await Promise.all(loops(run, world, done).map(repeat));
}

function note(done: Done, what: string): boolean {
  done.lastFailure = what;
  return false;
}

function loops(run: AttackRun, { people: { owner }, things, deploymentId }: World, done: Done): readonly Loop[] {
  const predictions = `/predApi/v1.0/deployments/${deploymentId}/predictions`;
  const rows = housingCsv(100);
  const table = housingCsv(20_000);
  const authorization = `Bearer ${owner.key}`;
  const good = (what: string, status: number, text: string) =>
    status >= 200 && status < 300 ? true : note(done, `${what}: ${status} ${text.slice(0, 200)}`);
  const predict = async (type: string, body: string) => {
    const reply = await run.send({
      method: 'POST',
      path: predictions,
      headers: { authorization, 'content-type': type },
      body,
    });
    return good('prediction', reply.status, reply.text);
  };
  const chat = async (stream: boolean) => {
    const body = { model: 'fake/echo', stream, messages: [{ role: 'user', content: 'hello' }] };
    const reply = await owner.send('POST', '/api/v2/genai/llmgw/chat/completions/', body);
    return good('gateway', reply.status, reply.text);
  };
  return [
    {
      name: 'predictions',
      everyMs: 5,
      once: () => predict('application/json', '[{"size":1,"age":2,"town":"Oslo","price":3}]'),
    },
    { name: 'predictions of 100 rows', everyMs: 50, once: () => predict('text/csv', rows) },
    { name: 'gateway calls', everyMs: 10, once: (turn) => chat(turn % 2 === 0) },
    {
      name: 'uploads',
      everyMs: 300,
      async once(turn) {
        if (turn % ABORTED_EVERY === 0) return abort(run, authorization, table);
        const path = await owner.follow(await owner.upload('/api/v2/datasets/fromFile/', 'housing.csv', table));
        return good('deletion', (await owner.send('DELETE', path)).status, path);
      },
    },
    {
      name: 'previews',
      everyMs: 1_000,
      async once() {
        const at = `/api/v2/recipes/${things.get('recipeId')}/preview/`;
        const reply = await owner.send('POST', at, {});
        if (reply.status === 202) await owner.follow(reply);
        return good('preview', reply.status, reply.text);
      },
    },
  ];
}

/** Half of an upload, then the connection is reset. */
async function abort(run: AttackRun, authorization: string, table: string): Promise<boolean> {
  const connection = new RawConnection(run);
  run.noteRaw('an aborted upload');
  const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="cut.csv"\r\n\r\n`;
  const length = String(part.length + table.length * 2);
  const headers = {
    authorization,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': length,
  };
  await connection.write(head(run, 'POST /api/v2/datasets/fromFile/', headers));
  await connection.write(part + table);
  await pause(100);
  connection.reset();
  return true;
}
