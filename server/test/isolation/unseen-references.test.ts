import { expect, test } from 'vitest';
import type { RouteRecord } from '#platform/http/route.ts';
import { VALUES } from './bodies.ts';
import { type Caller, heard, outsidersOf, type Sent, send } from './callers.ts';
import {
  asConsumer,
  BESIDES,
  EXCUSED,
  FOREIGN,
  meantBy,
  OF_EVERYBODY,
  OF_THE_ORGANIZATION,
  PATHS,
  QUERIES,
} from './references.ts';
import { bodyOf, lineOf, merged, paramsOf, referencesOf, routes, unknownLike } from './routes.ts';

const { app, world, callers } = await outsidersOf();
const nameOf = (field: string): string => field.replace('?', '').split('.').at(-1) ?? '';
const references = routes.flatMap((record) =>
  referencesOf(record)
    .filter((field) => !FOREIGN.has(nameOf(field)))
    .map((field) => ({ record, field, key: meantBy(record, field) })),
);

test('there is an object for every field that names one', () => {
  const missing = references.filter(({ key }) => !world[key]);
  expect(missing.map(({ record, field }) => `${lineOf(record)} ${field}`)).toEqual([]);
  expect(references.length).toBeGreaterThan(250);
});

function request(record: RouteRecord, { own }: Caller, field: string, id: string): Sent {
  const params = paramsOf(record.path, own).map(({ name, key }) => [name, own[key] ?? '']);
  const path = { ...Object.fromEntries(params), ...PATHS[record.operation]?.(own) } as Record<string, string>;
  if (field.startsWith('?')) return { path, query: { ...QUERIES[record.operation], [field.slice(1)]: id } };
  const name = nameOf(field);
  const named = { ...own, ...VALUES, [name]: id, [name.replace(/s$/, '')]: id };
  const besides = BESIDES[record.operation]?.(own, field) ?? (field === 'roles.[].id' ? asConsumer() : {});
  return { path, body: merged(bodyOf(record, named, field), besides) };
}

const isOpen = (key: string, { who }: Caller): boolean =>
  OF_EVERYBODY.has(key) || (who.startsWith('a colleague') && OF_THE_ORGANIZATION.has(key));

test('every excuse is for a field there is', () => {
  const labels = new Set(references.map(({ record, field }) => `${record.operation} ${field}`));
  expect(Object.keys(EXCUSED).filter((label) => !labels.has(label))).toEqual([]);
});

test.each(callers.map((caller) => [caller.who, caller] as const))(
  'to %s, a field that names what nobody showed them is refused as one that names nothing',
  async (_, caller) => {
    const wrong: string[] = [];
    for (const { record, field, key } of references.filter((one) => !isOpen(one.key, caller))) {
      const label = `${record.operation} ${field}`;
      if (label in EXCUSED) continue;
      const said = async (id: string) =>
        heard(await send(app, record, caller, request(record, caller, field, id)), [id]);
      const there = world[key] ?? '';
      const [unknown, unseen] = [await said(unknownLike(there)), await said(there)];
      if (unseen !== unknown) wrong.push(`${label}: ${unseen} instead of ${unknown}`);
      const isFilter = field.startsWith('?') && unknown.startsWith('200 ');
      const isAboutIt = new RegExp(`<id>|${nameOf(field)}`).test(unknown);
      const isRefused = unknown.startsWith('403 ') || (/^4(04|22) /.test(unknown) && isAboutIt);
      if (!isFilter && !isRefused) wrong.push(`${label}: does not get as far as the field: ${unknown}`);
    }
    expect(wrong).toEqual([]);
  },
);
