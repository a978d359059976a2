import type { AttackRun } from '../attack-run.ts';
import { checkReply } from '../http/check-reply.ts';
import { inParallel } from '../http/in-parallel.ts';
import { seeded } from '../http/random.ts';
import { asCurl, type Outgoing } from '../http/send.ts';
import { type Prepared, requestFor } from '../matrix/request.ts';
import type { Operation } from '../openapi/operations.ts';
import { anUnknownId } from '../openapi/sample.ts';
import { head, RawConnection } from '../sockets/raw.ts';
import type { Person } from '../world/people.ts';
import { Things, type World } from '../world/world-types.ts';

type Wrong = (request: Prepared) => Outgoing;

const withBody =
  (headers: Readonly<Record<string, string>>, body: string | Buffer): Wrong =>
  ({ method, path, headers: own }) => ({ method, path, headers: { ...own, ...headers }, body });

const JSON_TYPE = { 'content-type': 'application/json' };

/** What is wrong with a request, for each refusal that follows from the input of every route alike. */
const WRONG: Readonly<Record<string, Wrong>> = {
  'request.invalid': (request) => ({
    ...request,
    path: `${request.path}${request.path.includes('?') ? '&' : '?'}noSuchParameter=1`,
  }),
  'http.wrong_json': withBody(JSON_TYPE, '{"a":'),
  'http.wrong_form': withBody({ 'content-type': 'multipart/form-data; boundary=y' }, 'x'),
  'http.wrong_type': withBody({ 'content-type': 'image/png' }, 'x'),
  'http.wrong_content_encoding': withBody({ ...JSON_TYPE, 'content-encoding': 'unheard' }, '{}'),
  'http.wrong_encoding': withBody({ ...JSON_TYPE, 'content-encoding': 'gzip' }, 'not gzip'),
};

/** What comes is passed on as it is, or not looked at: nothing is wrong with it. */
const PASSES_ON = /\/endpoints\/workloads\/|\/ping$/;

/** Removed from the newest version of the API. */
const NOT_THERE = /\/deletedOrganizations\//;

/** Each refusal that a route declares of its input can really be had, with the status it declares. */
export async function attackDeclaredRefusals(
  run: AttackRun,
  operations: readonly Operation[],
  { people, things }: World,
): Promise<void> {
  const random = seeded(run.seed ^ 0x1d);
  const fromElsewhere = { cookie: await sessionOf(run, people.owner), origin: 'https://elsewhere.example' };
  const wrongs: Readonly<Record<string, Wrong>> = {
    ...WRONG,
    'accounts.other_site': ({ headers: { authorization: _, ...headers } = {}, ...request }) => ({
      ...request,
      headers: { ...headers, ...fromElsewhere },
    }),
  };
  await inParallel(operations, 8, async (operation) => {
    // Old prediction routes and removed ones are not there in a new installation.
    if (NOT_THERE.test(operation.path) || operation.codes.has('deprecated.disabled')) return;
    if (PASSES_ON.test(operation.path)) return;
    // Only administrators hold every permission.
    const { needs, permission } = operation.access;
    const { key } = needs === 'administrator' || permission !== undefined ? people.admin : people.owner;
    if (operation.codes.has('http.too_large')) await sendTooMuch(run, operation, things, key);
    await askForWhatIsNotThere(run, operation, things, key);
    for (const [code, status] of operation.codes) {
      const wrong = wrongs[code];
      if (wrong === undefined) continue;
      const plain = requestFor(operation, things, () => anUnknownId(random));
      const request = wrong({ ...plain, headers: { ...plain.headers, authorization: `Bearer ${key}` } });
      const reply = await run.send(request);
      // Routes whose refusals are `{detail}` do not tell the code.
      const told = /"code":"([^"]+)"/.exec(reply.text)?.[1] ?? code;
      if (reply.status !== status || told !== code)
        run.report.finding(
          `${operation.method} ${operation.path} declares ${status} ${code} and replies ${reply.status} ${told}`,
          asCurl(run.url, request),
          `${reply.status} ${reply.text.slice(0, 300)}`,
          `declared ${code}`,
        );
    }
  });
}

/** The cookie of a browser that signed in. */
async function sessionOf(run: AttackRun, { username, password }: Person): Promise<string> {
  const headers = { ...JSON_TYPE, origin: run.url };
  const body = JSON.stringify({ username, password });
  const { headers: told } = await run.send({ method: 'POST', path: '/api/v2/session/', headers, body });
  return String(told['set-cookie'] ?? '').split(';')[0] ?? '';
}

/** A request that says itself that it is too large is refused before any of it is read. */
async function sendTooMuch(run: AttackRun, operation: Operation, things: Things, key: string): Promise<void> {
  const { method, path, headers } = requestFor(operation, things, () => '0'.repeat(24));
  const connection = new RawConnection(run);
  const line = `${method} ${path}`;
  run.noteRaw(`${line}, a terabyte announced`);
  await connection.write(
    head(run, line, { ...headers, ...JSON_TYPE, authorization: `Bearer ${key}`, 'content-length': String(2 ** 40) }),
  );
  await connection.replyWithin(5_000);
  const [status] = connection.statuses;
  connection.destroy();
  if (status !== 413)
    run.report.finding(
      `${line} announces a terabyte and gets ${status}`,
      line,
      String(status),
      'declared http.too_large',
    );
}

/** The object is real and what is asked for below it is not: that is refused in its own words. */
async function askForWhatIsNotThere(run: AttackRun, operation: Operation, things: Things, key: string): Promise<void> {
  const { param } = operation.access;
  const names = [...operation.path.matchAll(/\{(\w+)/g)].map(([, name]) => name);
  if (param === undefined || names.length < 2) return;
  const own = new Things();
  own.put(param, things.get(param, operation.path));
  const request = requestFor(operation, own, () => '0'.repeat(24));
  const outgoing = { ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } };
  checkReply(run, outgoing, await run.send(outgoing));
}

/** Sharing what one may not share, more than one has, and the last owner's role. */
export async function attackSharing(run: AttackRun, operations: readonly Operation[], { people, things }: World) {
  const { owner, consumer, editor, colleague } = people;
  for (const operation of operations.filter(
    ({ method, path }) => method === 'PATCH' && path.endsWith('/sharedRoles/'),
  )) {
    const { path, names } = requestFor(operation, things, () => '0'.repeat(24));
    if (names.length === 0) continue;
    const change = (who: Person, role: string, flags: object = {}) => ({
      operation: 'updateRoles',
      roles: [{ role, shareRecipientType: 'user', id: who.id, ...flags }],
    });
    const expectCode = async (who: Person, body: object, status: number, code: string) => {
      const reply = await who.send('PATCH', path, body);
      const told = /"code":"([^"]+)"/.exec(reply.text)?.[1] ?? code;
      if (reply.status !== status || told !== code)
        run.report.finding(
          `${operation.path}: ${reply.status} ${told} instead of ${status} ${code}`,
          path,
          reply.text,
          'sharing',
        );
    };
    await expectCode(consumer, change(colleague, 'CONSUMER'), 403, 'sharing.role_too_small');
    await owner.send(
      'PATCH',
      path,
      change(editor, path.includes('/deployments/') ? 'USER' : 'EDITOR', { canShare: true }),
    );
    await expectCode(editor, change(colleague, 'OWNER'), 403, 'sharing.beyond_your_role');
    await expectCode(owner, change(owner, 'NO_ROLE'), 409, 'sharing.nobody_would_own');
  }
}
