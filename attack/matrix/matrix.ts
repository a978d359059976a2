import type { AttackRun } from '../attack-run.ts';
import { checkReply } from '../http/check-reply.ts';
import { inParallel } from '../http/in-parallel.ts';
import { seeded } from '../http/random.ts';
import { asCurl, type Reply } from '../http/send.ts';
import type { Operation } from '../openapi/operations.ts';
import { anUnknownId } from '../openapi/sample.ts';
import { Things, type World } from '../world/world-types.ts';
import { type CallerName, expectationOf } from './expectations.ts';
import { type Prepared, requestFor } from './request.ts';

interface Caller {
  readonly name: CallerName;
  readonly key: string | null;
}

const AT_ONCE = 8;
/** Those that remove things come last, so that a hole does not hide the next one. */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const NOTHING = new Things();

/** The objects on which observer, consumer and editor hold their roles. */
const SHARED = [
  ...['project', 'deployment', 'dataset', 'dataStore', 'recipe', 'workload'],
  ...['calendar', 'predictionEnvironment', 'registeredModel', 'useCase', 'playground', 'vectorDatabase'],
];

interface RoleHolder extends Caller {
  readonly shared: (object: string) => boolean;
}

function roleHolders({ people }: World): RoleHolder[] {
  const shared = (object: string) => SHARED.includes(object);
  return [
    { name: 'observer', key: people.observer.key, shared },
    { name: 'consumer', key: people.consumer.key, shared },
    { name: 'editor', key: people.editor.key, shared },
    { name: 'owner', key: people.owner.key, shared },
    { name: 'administrator', key: people.admin.key, shared },
  ];
}

function outsiders({ people, agentKey }: World, wrongKey: string): Caller[] {
  return [
    { name: 'nobody', key: null },
    { name: 'wrong key', key: wrongKey },
    { name: 'expired key', key: people.expiredKey },
    { name: 'revoked key', key: people.revokedKey },
    { name: 'disabled user', key: people.disabled.key },
    { name: 'colleague without a role', key: people.colleague.key },
    ...(people.other === null ? [] : [{ name: 'user of another organization' as const, key: people.other.key }]),
    ...(people.otherAdmin === null
      ? []
      : [{ name: 'administrator of another organization' as const, key: people.otherAdmin.key }]),
    ...(agentKey === undefined ? [] : [{ name: 'agent' as const, key: agentKey }]),
  ];
}

/** Every route of the server, asked by everybody who must not, with real ids. */
export async function attackMatrix(run: AttackRun, operations: readonly Operation[], world: World): Promise<void> {
  const { things } = world;
  const random = seeded(run.seed);
  const ordered = [...operations].sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));
  const before = await ownersView(run, ordered, world);
  const ask = async (caller: Caller, these: readonly Operation[], seen: Things) => {
    for (const method of ORDER)
      await inParallel(
        these.filter((operation) => operation.method === method),
        AT_ONCE,
        (operation) => askAs(run, operation, caller, seen, anUnknownId(random)),
      );
  };
  for (const caller of outsiders(world, `attack-${random.hex(32)}`))
    await ask(caller, ordered, caller.name === 'agent' ? agentsThings(world) : things);
  for (const caller of roleHolders(world)) {
    const closed = ordered.filter((operation) => {
      const { names } = requestFor(operation, things, () => '0'.repeat(24));
      return expectationOf(operation, caller.name, names, caller.shared).refused !== null;
    });
    await ask(caller, closed, things);
  }
  await compareViews(run, before, await ownersView(run, ordered, world));
}

const depth = ({ path }: Operation): number => path.split('/').length;

/**
 * Every route, asked by those whose role is large enough: nobody may be told that it is not. In a world of its own, since
 * these requests change it; what is deleted goes last, the innermost first.
 */
export async function attackPermitted(run: AttackRun, operations: readonly Operation[], world: World): Promise<void> {
  const random = seeded(run.seed);
  const deletes = operations.filter(({ method }) => method === 'DELETE').sort((a, b) => depth(b) - depth(a));
  const others = operations
    .filter(({ method, path }) => method !== 'DELETE' && !ENDS_THE_CALLER.test(path))
    .sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));
  for (const these of [others, deletes])
    for (const caller of roleHolders(world))
      await inParallel(these, AT_ONCE, (operation) => askPermitted(run, operation, caller, world, anUnknownId(random)));
}

/** They end the caller's own session, key or password. */
const ENDS_THE_CALLER = /\/(account\/password|account\/secondFactor|session|api_token|users\/\{userId\})\/?/;

/** Whether a refusal is about the caller's role on the very object that the route needs, not on another one. */
function isAboutTheRole({ access: { object = '' } }: Operation, { text }: Reply): boolean {
  const title = object.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.includes(` on the ${title} `) || /administrator/.test(text);
}

async function askPermitted(
  run: AttackRun,
  operation: Operation,
  caller: RoleHolder,
  { things }: World,
  unknown: string,
): Promise<void> {
  const request = withKey(
    requestFor(operation, things, () => unknown),
    caller,
  );
  const { refused, permitted } = expectationOf(operation, caller.name, request.names, caller.shared);
  if (refused !== null) return;
  const reply = await run.send(request);
  checkReply(run, request, reply);
  const deleted = operation.method === 'DELETE' && reply.status === 404;
  const wrong = reply.status === 401 || (reply.status === 403 && isAboutTheRole(operation, reply));
  if (permitted && wrong && !deleted)
    run.report.finding(
      `${caller.name}: ${reply.status} from ${operation.method} ${operation.path}`,
      asCurl(run.url, request),
      `${reply.status} ${reply.text.slice(0, 300)}`,
      `${caller.name} is refused`,
    );
}

/** To the agent the matrix offers its own deployment, which is all that its owner has. */
function agentsThings({ agentDeploymentId, things }: World): Things {
  const own = new Things();
  own.put('deploymentId', agentDeploymentId);
  for (const name of ['modelId', 'projectId', 'datasetId', 'workloadId']) own.put(name, things.get(name));
  return own;
}

async function askAs(
  run: AttackRun,
  operation: Operation,
  caller: Caller,
  things: Things,
  unknown: string,
): Promise<void> {
  const known = withKey(
    requestFor(operation, things, () => unknown),
    caller,
  );
  const shared = 'shared' in caller ? (caller as RoleHolder).shared : () => false;
  const { refused, unseen } = expectationOf(operation, caller.name, known.names, shared);
  const reply = await run.send(known);
  checkReply(run, known, reply);
  const where = `${operation.method} ${operation.path}`;
  const line = asCurl(run.url, known);
  const answer = `${reply.status} ${reply.text.slice(0, 300)}`;
  if (refused !== null && reply.status > 0 && reply.status < 500 && !refused.test(String(reply.status))) {
    run.report.finding(`${caller.name}: ${reply.status} from ${where}`, line, answer, `${caller.name} is not refused`);
    return;
  }
  const hidden = outsider(caller.name) ? things.hidden(caller.name === 'colleague without a role') : [];
  const leaked = hidden.find((id) => reply.text.includes(id) && !sent(known, id));
  if (leaked !== undefined)
    run.report.finding(
      `${caller.name}: told the id ${leaked} by ${where}`,
      line,
      answer,
      `${caller.name} is told an id`,
    );
  if (unseen === null || reply.status === 0) return;
  const blind = withKey(
    requestFor(operation, NOTHING, () => unknown),
    caller,
  );
  const other = await run.send(blind);
  const differs = unseen === 'reply' && normal(reply, known) !== normal(other, blind);
  if (reply.status !== other.status || differs)
    run.report.finding(
      `${caller.name}: ${where} tells a thing that cannot be seen (${reply.status}) from one that does not exist (${other.status})`,
      line,
      `${answer} <> ${other.status} ${other.text.slice(0, 300)}`,
      `${caller.name} tells unseen from unknown`,
    );
}

const outsider = (name: CallerName): boolean => /another organization|colleague/.test(name);

const sent = ({ path, body = '' }: Prepared, id: string): boolean =>
  path.includes(id) || body.toString('utf8').includes(id);

const withKey = (prepared: Prepared, { key }: Caller): Prepared => ({
  ...prepared,
  headers: { ...prepared.headers, ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
});

/** The reply without the ids that were sent, and without what differs from one request to the next. */
function normal({ text, headers }: Reply, { path, body = '' }: Prepared): string {
  const said = `${path} ${body.toString('utf8')}`;
  const ids = text.match(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{24}/g) ?? [];
  const requestId = String(headers['x-request-id'] ?? '');
  return ids
    .filter((id) => said.includes(id))
    .reduce(
      (rest, id) => rest.replaceAll(id, '<id>'),
      requestId === '' ? text : text.replaceAll(requestId, '<request>'),
    );
}

/** What the owner sees of each thing: nobody else's request may have changed it. */
async function ownersView(run: AttackRun, operations: readonly Operation[], { people, things }: World) {
  const views = new Map<string, number>();
  const single = operations.filter(({ method, path }) => method === 'GET' && path.endsWith('Id}/'));
  await inParallel(single, AT_ONCE, async (operation) => {
    const request = requestFor(operation, things, () => '0'.repeat(24));
    if (request.names.length === 0) return;
    const headers = { authorization: `Bearer ${people.owner.key}` };
    views.set(request.path, (await run.send({ method: 'GET', path: request.path, headers })).status);
  });
  return views;
}

async function compareViews(run: AttackRun, before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  for (const [path, status] of before)
    if (status < 300 && after.get(path) !== status)
      run.report.finding(
        `${path} was there before the matrix and is not after it`,
        `curl -H 'Authorization: Bearer <owner>' ${run.url}${path}`,
        `${status}, then ${after.get(path)}`,
      );
}
