import { expect, test } from 'vitest';
import { servedRoutes } from '../../src/app.ts';
import { isObjectAccess } from '../../src/platform/http/route-access.ts';

const routes = servedRoutes({ version: '0', routes: () => [], metrics: async () => '' });
const name = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;

/** Path parameters that are names of the product, the same for every organization. */
const NAMES_OF_THE_PRODUCT = ['driverId', 'llmId', 'insightName'];

/** Refused whatever they name: there is nothing to look up. */
const alwaysRefused = ({ replies }: (typeof routes)[number]) => Object.keys(replies).length === 0;

test('every route that names an object in its path says what it needs of it', () => {
  const silent = routes.filter((route) => {
    const ids = [...route.path.matchAll(/\{(\w+)\*?\}/g)].map(([, id]) => id ?? '');
    const named = ids.filter((id) => !NAMES_OF_THE_PRODUCT.includes(id));
    return route.access === 'account' && named.length > 0 && !alwaysRefused(route);
  });
  expect(silent.map(name)).toEqual([]);
});

/** Everybody may give up a role of their own, and have an opinion on an answer: the service function checks the rest. */
const MORE_IS_CHECKED = /\/(accessControl|sharedRoles)\/$|\/genai\/(chat|comparison)Prompts\//;

test('no route that changes an object is open to those who may only read it', () => {
  const open = routes.filter(
    ({ access, method, path }) =>
      ['PUT', 'PATCH', 'DELETE'].includes(method) &&
      isObjectAccess(access) &&
      access.need === 'read' &&
      !MORE_IS_CHECKED.test(path),
  );
  expect(open.map(name)).toEqual([]);
});
