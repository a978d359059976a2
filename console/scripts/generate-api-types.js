// Types of every route of the API, out of spec/openapi.json, which the server's routes generate. Run by the build and
// before every type check: a page that no longer fits the server does not compile.
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
