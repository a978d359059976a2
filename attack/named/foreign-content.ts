import type { AttackRun } from '../attack-run.ts';
import { inParallel } from '../http/in-parallel.ts';
import { asCurl, type Outgoing, type Reply } from '../http/send.ts';
import { requestFor } from '../matrix/request.ts';
import type { Operation } from '../openapi/operations.ts';
import type { Person } from '../world/people.ts';
import type { World } from '../world/world-types.ts';

const RUNS = /^(text\/html|image\/svg\+xml|application\/xhtml\+xml|text\/xml|application\/xml)/;
/** Our own page of the reference: its policy forbids scripts. */
const FORBIDS_SCRIPTS = /sandbox|default-src 'none'/;

/** Pages of others must not run with the rights of the console: no cookies, a sandbox, no guessing of types. */
export async function attackWithForeignContent(
  run: AttackRun,
  operations: readonly Operation[],
  world: World,
): Promise<void> {
  const { owner } = world.people;
  const workloadId = world.things.get('workloadId');
  const cookie = await signIn(run, owner);
  if (cookie === undefined) run.report.finding('The owner cannot sign in', 'POST /api/v2/session/', '');
  else await useTheCookie(run, cookie, workloadId);
  if (workloadId !== undefined) await readThePage(run, owner, workloadId);
  const reads = operations.filter(({ method }) => method === 'GET');
  await inParallel(reads, 8, async (operation) => {
    const request = requestFor(operation, world.things, () => '0'.repeat(24));
    const outgoing: Outgoing = { ...request, headers: { authorization: `Bearer ${owner.key}` } };
    checkContent(run, outgoing, await run.send(outgoing));
  });
}

function checkContent(run: AttackRun, outgoing: Outgoing, reply: Reply): void {
  const {
    'content-type': type = '',
    'content-security-policy': policy = '',
    'content-disposition': as = '',
  } = reply.headers;
  const safe = FORBIDS_SCRIPTS.test(String(policy)) || /^attachment/.test(as);
  if (reply.status < 400 && RUNS.test(type) && !safe)
    run.report.finding(`${outgoing.path.split('?')[0]} shows ${type} in our own origin`, asCurl(run.url, outgoing), '');
  if (reply.status > 0 && reply.headers['x-content-type-options'] !== 'nosniff')
    run.report.finding('A reply without nosniff', asCurl(run.url, outgoing), '', 'A reply without nosniff');
}

/** The value of the session cookie; undefined when signing in was refused. */
export async function signIn(
  run: AttackRun,
  { username, password }: Person,
  headers: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const body = JSON.stringify({ username, password });
  const json = { 'content-type': 'application/json', ...headers };
  const reply = await run.send({ method: 'POST', path: '/api/v2/session/', headers: json, body });
  const cookies = reply.headers['set-cookie'] ?? [];
  const session = cookies.find((one) => /session/i.test(one));
  if (session !== undefined && !/httponly/i.test(session))
    run.report.finding(
      'The session cookie is open to scripts',
      'POST /api/v2/session/',
      session.replace(/=[^;]+/, '=...'),
    );
  return reply.status < 300 && cookies.length > 0 ? cookies.map((one) => one.split(';')[0]).join('; ') : undefined;
}

async function useTheCookie(run: AttackRun, cookie: string, workloadId: string | undefined): Promise<void> {
  if (workloadId !== undefined) {
    const path = `/api/v2/endpoints/workloads/${workloadId}/page.html`;
    const reply = await run.send({ method: 'GET', path, headers: { cookie } });
    if (reply.status > 0 && reply.status < 400)
      run.report.finding(
        'A workload is opened with the session cookie of the console',
        `curl -H 'Cookie: <session>' ${run.url}${path}`,
        `${reply.status} ${reply.headers['content-type']} ${reply.text.slice(0, 100)}`,
      );
  }
  const foreign = {
    cookie,
    origin: 'https://evil.example',
    'content-type': 'application/json',
    'sec-fetch-site': 'cross-site',
  };
  const path = '/api/v2/account/apiKeys/';
  const reply = await run.send({ method: 'POST', path, headers: foreign, body: '{"name":"stolen"}' });
  if (reply.status > 0 && reply.status < 400)
    run.report.finding('A page of another site makes an API key with the session cookie', `POST ${path}`, reply.text);
}

async function readThePage(run: AttackRun, owner: Person, workloadId: string): Promise<void> {
  for (const file of ['page.html', 'picture.svg']) {
    const path = `/api/v2/endpoints/workloads/${workloadId}/${file}`;
    const outgoing: Outgoing = { method: 'GET', path, headers: { authorization: `Bearer ${owner.key}` } };
    const { status, headers } = await run.send(outgoing);
    if (status === 0 || status >= 400) {
      run.report.note(`the page of a workload: ${status} from ${path}`);
      continue;
    }
    const line = asCurl(run.url, outgoing);
    const policy = String(headers['content-security-policy'] ?? '');
    if (!/sandbox/.test(policy)) run.report.finding('A page of a workload comes without a sandbox', line, policy);
    if (headers['set-cookie'] !== undefined)
      run.report.finding('A workload sets cookies of our origin', line, String(headers['set-cookie']));
  }
}
