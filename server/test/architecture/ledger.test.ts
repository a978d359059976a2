import { expect, test } from 'vitest';
import { servedRoutes } from '../../src/app.ts';
import { ledger, signature } from '../../src/ledger/ledger.ts';

const served = servedRoutes({ version: 'test', routes: () => [], metrics: async () => '' });

test('the routes that are served are exactly those the ledger calls served', () => {
  const promised = ledger.filter((route) => route.state === 'served').map(signature);
  expect(served.map(signature).sort()).toEqual(promised.sort());
});

test('every route is in the ledger once', () => {
  const all = ledger.map(signature);
  expect(all.filter((route, index) => all.indexOf(route) !== index)).toEqual([]);
});

test('a served route has the history and the answers the ledger promises', () => {
  for (const route of served) {
    const entry = ledger.find((promised) => signature(promised) === signature(route));
    expect(entry, signature(route)).toBeDefined();
    expect(route.part, signature(route)).toBe(entry?.part);
    expect(route.history.deprecated, signature(route)).toEqual(entry?.deprecated);
    expect(route.history.removed, signature(route)).toEqual(entry?.removed);
    expect(route.history.fields, signature(route)).toEqual(entry?.fields);
    const success = entry?.codes.filter((code) => code < 400) ?? [];
    expect(
      Object.keys(route.replies)
        .map(Number)
        .filter((code) => code < 400)
        .sort(),
      signature(route),
    ).toEqual([...success].sort());
  }
});

test('what replaces a deprecated route is served and not deprecated itself', () => {
  const current = new Set(served.filter(({ history }) => history.deprecated === undefined).map(signature));
  for (const { method, path, history } of served) {
    if (!history.deprecated?.replacedBy) continue;
    const [by = '', to = ''] = history.deprecated.replacedBy.split(' ');
    expect(current, `${method} ${path}`).toContain(signature({ method: by, path: to }));
  }
});

test('each operation name is used once', () => {
  const names = served.map((route) => route.operation);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
