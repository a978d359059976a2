import fc from 'fast-check';
import { expect, test } from 'vitest';
import { servedApp } from '../../test/served-app.ts';
import { routes } from './index.ts';

const { ask, person } = await servedApp();
const admin = await person({ role: 'admin' });

const anything = fc.jsonValue({ maxDepth: 3 });
/** Bodies that have the right names and any value, so that the checks behind the first one are reached too. */
const names = ['username', 'password', 'name', 'users', 'expireAt', 'permissions', 'entitlements', 'totpCode', 'email'];
const oddNames = ['firstName', 'description', 'constructor', '__proto__'];
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '\0', 'x\udfff'));
const named = fc.dictionary(fc.constantFrom(...names, ...oddNames), fc.oneof(anything, text), { maxKeys: 5 });
const segment = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.constantFrom('0', '..', '%', 'a'.repeat(900)),
);

const writing = routes.filter(({ method }) => method !== 'GET');

test.each(writing.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s: whatever is sent, the answer is never a 5xx',
  async (_, route) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, named), segment, async (body, id) => {
        const path = route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
        const { status } = await ask(`${route.method} ${path}`, {
          key: admin.key,
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 15 },
    );
  },
);

test.each(routes.filter(({ query }) => query).map((route) => [route.path]))(
  'GET %s: whatever the query says, the answer is never a 5xx',
  async (path) => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom(
            'offset',
            'limit',
            'namePart',
            'groupIds',
            'userId',
            'orderBy',
            'x',
            'constructor',
            '__proto__',
          ),
          fc.oneof(fc.string({ unit: 'binary' }), fc.integer().map(String), fc.constant('9007199254740991')),
        ),
        async (query) => {
          const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
          const real = path.replace('{organizationId}', admin.organizationId).replace('{groupId}', 'x');
          expect((await ask(`GET ${real}?${text.join('&')}`, { key: admin.key })).status).toBeLessThan(500);
        },
      ),
      { numRuns: 40 },
    );
  },
);
