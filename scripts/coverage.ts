/**
 * What the suites have really driven, route by route: run after `npm test`, `npm run conformance` and `npm run attack`.
 * Writes spec/coverage.json, the examples of refusals and COVERAGE.md. `--check` changes nothing and fails when routes
 * that were proven are no longer; `--add` keeps what earlier runs saw, for a run of some suites only.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { servedRoutes } from '../server/src/app.ts';
import { isDeclared, refusalsOf } from '../server/src/platform/http/refusals.ts';
import type { RouteRecord } from '../server/src/platform/http/route.ts';
import { type Coverage, type RouteCoverage, STATES, stateOf } from './coverage-state.ts';
import { recordedReplies } from './recorded-replies.ts';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'spec', 'coverage.json');
const EXAMPLES = join(ROOT, 'server', 'src', 'platform', 'openapi', 'refusal-examples.json');
const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

const check = process.argv.includes('--check');
const add = process.argv.includes('--add');
const routes = servedRoutes({ version: packageFile.version, routes: () => [], metrics: async () => '' });
const replies = recordedReplies();
const before = read<Coverage>(FILE);

/** Who saw which reply: `200`, `404 deployments.no_such_deployment`. */
const seen = new Map<string, Map<string, Set<string>>>();
for (const { operation, status, code, suite } of replies) {
  const own = seen.get(operation) ?? new Map<string, Set<string>>();
  const key = code === null ? String(status) : `${status} ${code}`;
  own.set(key, (own.get(key) ?? new Set()).add(suite));
  seen.set(operation, own);
}

function coverageOf(route: RouteRecord): RouteCoverage {
  const own = seen.get(route.operation) ?? new Map<string, Set<string>>();
  const known = add ? before.routes[route.operation] : undefined;
  const drivenBy = (key: string, ...suites: string[]) => suites.some((suite) => own.get(key)?.has(suite));
  const successes = Object.keys(route.replies).filter((status) => Number(status) < 400);
  const succeeded = (...suites: string[]) => successes.some((status) => drivenBy(status, ...suites));
  const declared = Object.entries(refusalsOf(route)).flatMap(([status, codes]) =>
    codes.map((code) => `${status} ${code}`),
  );
  const missing = declared.filter((key) => !drivenBy(key, 'blackBox', 'clients', 'attack'));
  return {
    success: succeeded('blackBox', 'clients', 'attack') || known?.success === true,
    clients: succeeded('clients') || known?.clients === true,
    tests: succeeded('tests') || known?.tests === true,
    missing: known === undefined ? missing : missing.filter((key) => known.missing.includes(key)),
  };
}

const now: Coverage = { routes: Object.fromEntries(routes.map((route) => [route.operation, coverageOf(route)])) };

const counts = (coverage: Coverage) => {
  const states = routes.map((route) => stateOf(route, coverage.routes[route.operation]));
  return Object.fromEntries(STATES.map((state) => [state, states.filter((one) => one === state).length]));
};
console.log('Coverage, by state:', counts(now), 'committed:', counts(before));

for (const { operation, status, code } of replies) {
  const route = routes.find((one) => one.operation === operation);
  if (route !== undefined && code !== null && !isDeclared(route, { status, code }))
    console.log(`  not declared: ${operation} ${status} ${code}`);
}

if (check) {
  const lost = routes.filter(
    (route) =>
      stateOf(route, before.routes[route.operation]) === 'proven' &&
      stateOf(route, now.routes[route.operation]) !== 'proven',
  );
  for (const { method, path, operation } of lost)
    console.log(`  no longer proven: ${method} ${path}: ${now.routes[operation]?.missing.join(', ') || 'no success'}`);
  // Refusals that only random requests or two at the same moment meet are not seen in every run.
  if (lost.length > routes.length / 20) {
    console.error(
      `${lost.length} routes that were proven are no longer. Add what drives them, or run npm run coverage.`,
    );
    process.exit(1);
  }
} else {
  writeFileSync(FILE, `${JSON.stringify(now, null, 1)}\n`);
  const examples = read<Record<string, object>>(EXAMPLES);
  const used = new Set(routes.flatMap((route) => Object.values(refusalsOf(route)).flat()));
  for (const { code, message } of replies) {
    if (code === null || message === null || code in examples || !used.has(code)) continue;
    examples[code] =
      code === 'request.invalid'
        ? { message: 'Invalid field data', fields: { name: 'This field is required.' } }
        : { message: withPlainIds(message) };
  }
  const sorted = Object.entries(examples)
    .filter(([code]) => used.has(code))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(EXAMPLES, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  console.log('Written: spec/coverage.json and the examples of refusals. Now run npm run ledger.');
}

/** Ids as a reader expects them, instead of those of one run. */
function withPlainIds(message: string): string {
  return message
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '0b7f6f0e-5d0c-4a58-9d0a-3f1d1e6c2a10')
    .replace(/\b[0-9a-f]{24}\b/g, '65f0c2a91b3d4e5f60718293')
    .replace(/127\.0\.0\.\d+:\d+/g, 'almanac.example.com');
}
