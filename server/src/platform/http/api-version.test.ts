import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Ctx } from '../context.ts';
import { openApiDocument } from '../openapi/document.ts';
import { referencePage } from '../openapi/reference-page.ts';
import { removedRoutes, routesAt } from './api-version.ts';
import { answer } from './reply.ts';
import { type RouteRecord, routeGroup } from './route.ts';

const route = routeGroup({ part: 'accounts', added: 'v2.0' });
const base = { summary: 'A route', access: 'public' } as const;

const old = route.get('/api/v2/old/', 'old', {
  ...base,
  history: { added: 'v2.0', deprecated: { since: 'v2.33', replacedBy: null }, removed: 'v2.35' },
  replies: { 204: null },
  handle: () => null,
});
const gone = (field: string) => ({ field, deprecated: { since: 'v2.33', replacedBy: 'another' }, removed: 'v2.35' });
const Body = z.strictObject({
  kept: z.int(),
  total: z.int(),
  items: z.array(z.strictObject({ name: z.string(), size: z.int().optional() })).nullable(),
});
const changed = (handle: RouteRecord['handle']) =>
  route.get('/api/v2/changed/', 'changed', {
    ...base,
    history: { added: 'v2.0', fields: [gone('total'), gone('items[].size')] },
    replies: { 200: Body },
    handle: handle as () => object,
  });
const whole = { kept: 1, total: 2, items: [{ name: 'a', size: 3 }, { name: 'b' }] };
const pruned = { kept: 1, items: [{ name: 'a' }, { name: 'b' }] };
const release = route.get('/api/v1/released/', 'released', {
  ...base,
  history: { added: 'v1.0', deprecated: { since: 'v6.0', replacedBy: 'GET /api/v2/changed/' } },
  replies: { 204: null },
  handle: () => null,
});
const all = [old, changed(() => whole), release];

const at = (version: string, operation: string) =>
  routesAt(all, version).find((one) => one.operation === operation) as RouteRecord;
const served = (record: RouteRecord) => record.handle({} as Ctx, {} as never);

test.each([
  ['2.32', ['old', 'changed', 'released'], false],
  ['2.33', ['old', 'changed', 'released'], true],
  ['2.34', ['old', 'changed', 'released'], true],
  ['2.35', ['changed', 'released'], true],
  ['2.43', ['changed', 'released'], true],
])('version %s has %j', (version, operations, isDeprecated) => {
  expect(routesAt(all, version).map(({ operation }) => operation)).toEqual(operations);
  if (operations.includes('old'))
    expect(at(version, 'old').history.deprecated !== undefined, 'deprecated by then').toBe(isDeprecated);
  expect(removedRoutes(all, version)).toHaveLength(3 - operations.length);
  expect(at(version, 'released').history.deprecated?.since, 'releases are no versions').toBe('v6.0');
});

test('fields leave the reply and its schema, at every depth, whichever kind of result the handler returns', async () => {
  const now = at('2.35', 'changed');
  expect(await served(now)).toEqual(pruned);
  expect(now.replies[200]?.parse(pruned)).toEqual(pruned);
  expect(now.replies[200]?.safeParse(whole).success, 'the schema stays strict').toBe(false);
  expect(await served(at('2.34', 'changed'))).toEqual(whole);
  expect(at('2.34', 'changed').replies[200]?.parse(whole)).toEqual(whole);
  const [byReply] = routesAt([changed(() => answer(200, { body: whole, headers: { a: 'b' } }))], '2.43');
  expect(await served(byReply as RouteRecord)).toEqual(answer(200, { body: pruned, headers: { a: 'b' } }));
});

test('a header names what is about to go, as long as it is there', () => {
  expect(at('2.32', 'changed').always).toBeUndefined();
  expect(at('2.34', 'changed').always?.('id').deprecation).toBe(
    'total: deprecated since v2.33, removed in v2.35, use another. ' +
      'items[].size: deprecated since v2.33, removed in v2.35, use another.',
  );
  expect(at('2.35', 'changed').always).toBeUndefined();
});

test('a removed route says so, and how to get it back', () => {
  const [record] = removedRoutes(all, '2.43');
  const input = { stream: { resume: () => undefined } } as never;
  expect(() => record?.handle({} as Ctx, input)).toThrow(/removed in v2\.35.*2\.43.*ALMANAC_API_VERSION=2\.34/);
});

test('the OpenAPI document and the page tell of the same', () => {
  const told = (version: string) => JSON.stringify(openApiDocument(routesAt(all, version), '1', version));
  expect(told('2.34')).toContain('/api/v2/old/');
  expect(told('2.34')).toContain('"x-removed":"v2.35"');
  expect(told('2.34')).toContain('"deprecated":true,"type":"integer"');
  expect(told('2.34')).toContain('"x-api-version":"2.34"');
  expect(told('2.43')).not.toContain('/api/v2/old/');
  expect(told('2.43')).not.toContain('"total"');
  const page = (version: string) => referencePage(routesAt(all, version), '1', version);
  expect(page('2.34')).toContain('<code>total</code>: deprecated since v2.33, removed in v2.35');
  expect(page('2.43')).not.toContain('total');
});
