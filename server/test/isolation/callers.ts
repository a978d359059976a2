import { form } from '../../src/data/datasets/datasets.fixtures.ts';
import type { RouteRecord } from '../../src/platform/http/route.ts';
import type { Asked, ServedApp } from '../served-app.ts';
import { BODIES, VALUES } from './bodies.ts';
import { bodyOf, filled, paramsOf, queryOf, routes } from './routes.ts';
import { isolationApp, makeWorld, PERMISSIONS } from './world.ts';
import type { Person, World } from './world-types.ts';

export interface Caller {
  readonly who: string;
  readonly person: Person;
  readonly own: World;
}

/** Somebody's objects, and two people nobody showed them to: each has objects of the same names. */
export async function outsidersOf() {
  const app = await isolationApp();
  const here = { organization: 'One', permissions: PERMISSIONS };
  const admin = await app.person({ ...here, role: 'admin' });
  const owner = await app.person(here);
  const colleague = await app.person(here);
  const outsider = await app.person({ organization: 'Two', permissions: PERMISSIONS, role: 'admin' });
  const world = await makeWorld(app, owner, admin);
  const callers: readonly Caller[] = [
    { who: 'a colleague without a role', person: colleague, own: await makeWorld(app, colleague, admin) },
    {
      who: 'an administrator of another organization',
      person: outsider,
      own: await makeWorld(app, outsider, outsider),
    },
  ];
  return { app, world, owner, admin, callers };
}

export interface Sent {
  /** Values of the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The call as somebody who does everything right, their own objects in its fields. */
export function send(app: ServedApp, record: RouteRecord, { person, own }: Caller, sent: Sent): Promise<Asked> {
  const values = { ...own, ...VALUES };
  const search = new URLSearchParams({ ...queryOf(record, values), ...sent.query }).toString();
  const line = `${record.method} ${filled(record.path, sent.path)}${search === '' ? '' : `?${search}`}`;
  const { key } = person;
  if (record.takes === 'form' && !takesJsonToo(record, sent)) {
    return app.ask(line, { key, ...form('size\n1\n', 'a.csv', (sent.body ?? {}) as Record<string, string>) });
  }
  if (record.takes === 'bytes' && record.method !== 'GET') {
    return app.ask(line, { key, body: 'size\n1\n', headers: { 'content-type': 'text/csv' } });
  }
  const body = sent.body ?? BODIES[record.operation]?.(own) ?? bodyOf(record, values);
  return app.ask(line, { key, ...(body === undefined ? {} : { body }) });
}

/** A project is made of a file, or of something that is named in JSON. */
const takesJsonToo = ({ operation }: RouteRecord, { body }: Sent): boolean =>
  operation === 'createProject' && body !== undefined;

/** All a caller can tell of an answer, the ids they sent and the number of the request aside. */
export function heard({ status, text, headers }: Asked, ids: readonly string[]): string {
  const spelled = ids
    .filter((id) => id !== '')
    .flatMap((id) => [id, encodeURIComponent(id), id.slice(id.indexOf(':') + 1)]);
  const said = spelled.reduce((left, id) => left.replaceAll(id, '<id>'), text);
  return `${status} ${headers['content-type']} ${said.replaceAll(String(headers['x-request-id']), '<request>')}`;
}

/** Sends every changing route below one object; tells those that were not answered with 403. */
export async function changesAllowedTo(app: ServedApp, caller: Caller, object: string) {
  const changing = routes.filter(({ method, path }) => method !== 'GET' && path.startsWith(object));
  const allowed: string[] = [];
  for (const record of changing) {
    const params = paramsOf(record.path, caller.own).map(({ name, key }) => [name, caller.own[key] ?? '']);
    const { status } = await send(app, record, caller, { path: Object.fromEntries(params) });
    if (status !== 403) allowed.push(`${record.method} ${record.path.slice(object.length)}`);
  }
  return { sent: changing.length, allowed };
}
