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

/** Every route of the server, asked by everybody who must not, or may only, with real ids. */
export async function attackMatrix(run: AttackRun, operations: readonly Operation[], world: World): Promise<void> {
  const { people, things } = world;
  const random = seeded(run.seed);
  const callers: Caller[] = [
    { name: 'nobody', key: null },
    { name: 'wrong key', key: `attack-${random.hex(32)}` },
    { name: 'disabled user', key: people.disabled.key },
    { name: 'colleague without a role', key: people.colleague.key },
    { name: 'consumer', key: people.consumer.key },
  ];
  if (people.other !== null) callers.push({ name: 'user of another organization', key: people.other.key });
  if (people.otherAdmin !== null)
    callers.push({ name: 'administrator of another organization', key: people.otherAdmin.key });
  if (world.agentKey !== undefined) callers.push({ name: 'agent', key: world.agentKey });
  const ordered = [...operations].sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));
  const before = await ownersView(run, ordered, world);
  for (const caller of callers) {
    const seen = caller.name === 'agent' ? agentsThings(world) : things;
    for (const method of ORDER) {
      const these = ordered.filter((operation) => operation.method === method);
      await inParallel(these, AT_ONCE, (operation) => askAs(run, operation, caller, seen, anUnknownId(random)));
    }
  }
  await compareViews(run, before, await ownersView(run, ordered, world));
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
  const { refused, unseen } = expectationOf(operation, caller.name, known.names);
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
