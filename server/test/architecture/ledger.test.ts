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

test('each operation name is used once', () => {
  const names = served.map((route) => route.operation);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
