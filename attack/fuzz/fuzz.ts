import type { AttackRun } from '../attack-run.ts';
import { checkReply } from '../http/check-reply.ts';
import { inParallel } from '../http/in-parallel.ts';
import { type Random, seeded } from '../http/random.ts';
import type { Outgoing } from '../http/send.ts';
import { requestFor } from '../matrix/request.ts';
import type { Operation } from '../openapi/operations.ts';
import { anUnknownId, fieldsOf } from '../openapi/sample.ts';
import { Things, type World } from '../world/world-types.ts';
import { hostileBody, hostileHeaders, hostileJson, hostilePath, hostileQuery } from './hostile.ts';

const AT_ONCE = 8;
const SHORT_ROUNDS = 4;
const LONG_MS = 8 * 60_000;
const NOTHING = new Things();
const PLACE = '"\u0001place\u0001"';

/** Routes that would end the attack itself, or erase what others need: they get wrong requests only, never real ids. */
const SPARED = /deletedOrganizations|\/users\/|organizations\/|\/session\/|\/setup\/|accountPassword/;

/** Random requests made from the server's own schemas: whatever is sent, the reply must be one of ours, and in time. */
export async function attackFuzz(run: AttackRun, operations: readonly Operation[], world: World): Promise<void> {
  const random = seeded(run.seed ^ 0x5eed);
  const until = performance.now() + LONG_MS;
  for (let round = 0; round < SHORT_ROUNDS || (run.long && performance.now() < until); round++) {
    // All of a round are made before the first is sent: the same seed makes the same requests.
    const requests = operations.map((operation) => makeRequest(operation, world, random));
    await inParallel(requests, AT_ONCE, async (outgoing) => {
      checkReply(run, outgoing, await run.send(outgoing));
    });
    await run.checkAlive();
  }
  await cancelWork(run, world);
}

function makeRequest(operation: Operation, world: World, random: Random): Outgoing {
  const unknown = () => (random.chance(0.3) ? hostilePath(random) : anUnknownId(random));
  const spared = SPARED.test(operation.path) || (operation.method === 'DELETE' && random.chance(0.9));
  const base = requestFor(operation, spared || random.chance(0.2) ? NOTHING : world.things, unknown);
  const key = random.chance(0.7) ? world.people.owner.key : world.people.fuzzer.key;
  const address = `198.51.100.${random.below(255)}`;
  const headers = {
    ...base.headers,
    authorization: `Bearer ${key}`,
    'x-forwarded-for': address,
    ...(random.chance(0.25) ? hostileHeaders(random) : {}),
  };
  const path = random.chance(0.5) ? withQuery(operation, base.path, random) : base.path;
  const body = base.body === undefined ? undefined : changedBody(operation, base.body, random);
  const { deadlineMs } = base;
  return {
    ...{ method: operation.method, path, headers },
    ...(body === undefined ? {} : { body }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  };
}

function withQuery({ parameters }: Operation, path: string, random: Random): string {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const name = names.length === 0 || random.chance(0.1) ? 'unheard' : random.pick(names);
  const pairs = [`${name}=${hostileQuery(random)}`];
  if (random.chance(0.2)) pairs.push(pairs[0] as string);
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** Mostly one field that does not fit in a body that does; sometimes a body that is none. */
function changedBody({ body }: Operation, valid: string | Buffer, random: Random): string | Buffer {
  if (random.chance(0.25)) return hostileBody(random, valid.toString('utf8'));
  if (body === null || body.type !== 'application/json') return valid;
  const fields = fieldsOf(body.schema);
  if (fields.length === 0) return hostileJson(random);
  const { path } = random.pick(fields);
  return placed(JSON.parse(valid.toString('utf8')), path).replace(PLACE, () => hostileJson(random));
}

/** The body as text, with a mark where the field is. */
function placed(value: unknown, path: readonly string[]): string {
  const put = (at: unknown, rest: readonly string[]): unknown => {
    const [key, ...more] = rest;
    if (key === undefined) return JSON.parse(PLACE.replaceAll('\u0001', '\\u0001'));
    const known = typeof at === 'object' && at !== null && !Array.isArray(at) ? (at as Record<string, unknown>) : {};
    return { ...known, [key]: put(known[key], more) };
  };
  return JSON.stringify(put(value, path)).replaceAll('\\u0001', '\u0001');
}

/** Work that a random request started is nobody's business any more. */
async function cancelWork(run: AttackRun, { people: { owner, fuzzer } }: World): Promise<void> {
  for (const person of [owner, fuzzer]) {
    const listed = await person.send('GET', '/api/v2/status/');
    const ids = [...listed.text.matchAll(/"statusId":"([^"]+)"/g)].map(([, id]) => id);
    await inParallel(ids, AT_ONCE, async (id) => void (await person.send('DELETE', `/api/v2/status/${id}/`)));
  }
  await run.checkAlive();
}
