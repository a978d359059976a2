// Types of every route of the API and what each needs, out of spec/openapi.json, which the server's routes generate. Run
// by the build and before every type check: a page that no longer fits the server does not compile.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const ROOT = '/api/v2/';

const spec = JSON.parse(readFileSync(join(folder, '..', 'spec', 'openapi.json'), 'utf8'));
// Pages call this version only, and errors have one shape (api-problem.ts).
spec.paths = Object.fromEntries(
  Object.entries(spec.paths)
    .filter(([path]) => path.startsWith(ROOT))
    .map(([path, operations]) => [path.slice(ROOT.length), mapValues(operations, successOnly)]),
);

function successOnly({ summary, description, ...operation }) {
  const responses = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  return { ...operation, responses: Object.fromEntries(responses) };
}

function mapValues(record, map) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

/** Everybody may give up their own role, so the route itself needs no more than to see the object. */
const GIVES_ROLES = /\/(sharedRoles|accessControl)\/$/;

/** What a call needs beyond seeing its object, as far as that can be asked for beforehand; empty for all others. */
function needOf(method, path, { needs, object, param, need, seenBy, permission }) {
  const given = method === 'patch' && GIVES_ROLES.test(path) ? 'share' : need;
  const asked = needs === 'object' && seenBy === undefined && param !== undefined && given !== 'read';
  return {
    ...(asked ? { object, param, need: given } : {}),
    ...(needs === 'administrator' ? { administrator: true } : {}),
    ...(permission === undefined ? {} : { permission }),
  };
}

const accessOfRoutes = Object.entries(spec.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) => {
    const need = needOf(method, path, operation['x-access']);
    // What reads is told apart by its path alone; of the others all are here, lest one be taken for another.
    if (method === 'get' && Object.keys(need).length === 0) return [];
    return [[`${method.toUpperCase()} ${path}`, need]];
  }),
);

/** Quotas count up to 64 bits. What a double would round arrives as BigInt: exact-json.ts. */
const isLong = ({ type, exclusiveMaximum = 0, anyOf = [] }) =>
  (type === 'integer' && exclusiveMaximum > Number.MAX_SAFE_INTEGER) ||
  (anyOf.length === 2 && anyOf[0].type === 'integer' && Object.keys(anyOf[1]).length === 0);

const numberOrBigInt = ts.factory.createUnionTypeNode([
  ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword),
  ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword),
]);

const types = await openapiTS(spec, {
  immutable: true,
  defaultNonNullable: false,
  transform: (schema) => (isLong(schema) ? numberOrBigInt : undefined),
});
mkdirSync(join(folder, 'build'), { recursive: true });
writeFileSync(join(folder, 'build', 'openapi.d.ts'), astToString(types));
writeFileSync(
  join(folder, 'build', 'route-access.ts'),
  `import type { RouteNeeds } from '../src/api/route-need.ts';\n\nexport const routeAccess: RouteNeeds = ${JSON.stringify(Object.fromEntries(accessOfRoutes), null, 1)};\n`,
);
