import { expect, test } from 'vitest';
import type { RouteRecord } from '#platform/http/route.ts';
import { type Caller, heard, outsidersOf, send } from './callers.ts';
import { OF_EVERYBODY, OF_THE_ORGANIZATION } from './references.ts';
import { lineOf, paramsOf, routes, unknownLike } from './routes.ts';

const { app, world, callers } = await outsidersOf();
const withIds = routes.filter(({ path }) => paramsOf(path, world).length > 0);

type Values = Readonly<Record<string, string>>;

/** The path with somebody's ids, with ids nobody has, and with ids of the caller up to the last one. */
function variants(record: RouteRecord, { own }: Caller) {
  const params = paramsOf(record.path, world);
  const from = (value: (key: string) => string): Values =>
    Object.fromEntries(params.map(({ name, key }) => [name, value(key)]));
  const there = from((key) => world[key] ?? '');
  const none = from((key) => unknownLike(world[key] ?? ''));
  const mine = from((key) => own[key] ?? '');
  const last = params.at(-1)?.name ?? '';
  const ending = (values: Values, { [last]: id = '' }: Values): Values => ({ ...values, [last]: id });
  return { there, none, inside: ending(there, none), mineThere: ending(mine, there), mineNone: ending(mine, none) };
}

test('there is an object for every id in a path', () => {
  const keys = new Set(withIds.flatMap(({ path }) => paramsOf(path, world).map(({ key }) => key)));
  expect([...keys].filter((key) => !world[key])).toEqual([]);
  expect(withIds.length).toBeGreaterThan(400);
});

/** What this caller may see anyway. */
const isOpen = ({ path }: RouteRecord, { who }: Caller): boolean => {
  const keys = paramsOf(path, world).map(({ key }) => key);
  return keys.some((key) => OF_EVERYBODY.has(key) || (who.startsWith('a colleague') && OF_THE_ORGANIZATION.has(key)));
};

/** Answered before anything is looked up: not served here, or for administrators only. */
const EARLIER = /^(501|403) /;

test.each(callers.map((caller) => [caller.who, caller] as const))(
  'to %s, an object nobody showed them answers as one that does not exist',
  async (_, caller) => {
    const wrong: string[] = [];
    for (const record of withIds.filter((one) => !isOpen(one, caller))) {
      const { there, none, inside, mineThere, mineNone } = variants(record, caller);
      const said = async (path: Values) => heard(await send(app, record, caller, { path }), Object.values(path));
      const unknown = await said(none);
      if (!/^404 /.test(unknown) && !EARLIER.test(unknown)) wrong.push(`${lineOf(record)}: ${unknown}`);
      for (const path of [there, inside]) {
        const seen = await said(path);
        if (seen !== unknown) wrong.push(`${lineOf(record)}: ${seen} instead of ${unknown}`);
      }
      const [theirs, nobodys] = [await said(mineThere), await said(mineNone)];
      if (theirs !== nobodys) wrong.push(`${lineOf(record)}, inside of their own: ${theirs} instead of ${nobodys}`);
    }
    expect(wrong).toEqual([]);
  },
);
