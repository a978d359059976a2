/**
 * Keeps the ledger in step with the server: routes that are served become `served`, new ones are added, and
 * COVERAGE.md, spec/openapi.json and docs/reference/ignored-fields.md are made anew. `--check` changes nothing and fails when something is out of date.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { servedRoutes } from '../server/src/app.ts';
import { NEWEST_API_VERSION } from '../server/src/config/index.ts';
import { type LedgerRoute, ledger, signature } from '../server/src/ledger/ledger.ts';
import { routesAt } from '../server/src/platform/http/api-version.ts';
import { refusalsOf } from '../server/src/platform/http/refusals.ts';
import type { RouteRecord } from '../server/src/platform/http/route.ts';
import { accessPage } from '../server/src/platform/openapi/access.ts';
import { openApiDocument } from '../server/src/platform/openapi/document.ts';
import { coveragePage } from './coverage-page.ts';
import type { Coverage } from './coverage-state.ts';
import { ignoredFieldsPage } from './ignored-fields-page.ts';

const ROOT = join(import.meta.dirname, '..');
const served = servedRoutes({ version: packageFile.version, routes: () => [], metrics: async () => '' });
const current = routesAt(served, NEWEST_API_VERSION);

const entryOf = (route: RouteRecord, known: LedgerRoute | undefined): LedgerRoute => {
  const success = Object.keys(route.replies).map(Number);
  const refusals = Object.keys(refusalsOf(route)).map(Number);
  const named = known?.source === 'specification' ? known.codes.filter((code) => code >= 400) : [];
  return {
    method: route.method,
    path: known?.path ?? route.path,
    part: route.part,
    source: known?.source ?? 'almanac',
    ...(known?.section ? { section: known.section } : {}),
    added: route.history.added,
    auth: known?.auth ?? (route.access === 'public' ? 'none' : 'key'),
    codes: [...new Set([...success, ...refusals, ...named])].sort((a, b) => a - b),
    errors: refusalsOf(route),
    state: 'served',
    ...(route.history.deprecated ? { deprecated: route.history.deprecated } : {}),
    ...(route.history.removed ? { removed: route.history.removed } : {}),
    ...(route.history.fields ? { fields: route.history.fields } : {}),
    ...(known?.decision ? { decision: known.decision } : {}),
  };
};

const byPlace = (a: LedgerRoute, b: LedgerRoute) =>
  a.part.localeCompare(b.part) || a.path.localeCompare(b.path) || a.method.localeCompare(b.method);

const built = new Map(served.map((route) => [signature(route), route]));
const known = new Map(ledger.map((route) => [signature(route), route]));
const routes = [
  ...served.map((route) => entryOf(route, known.get(signature(route)))),
  ...ledger
    .filter((route) => !built.has(signature(route)) && route.source !== 'almanac')
    .map((r) => ({ ...r, state: 'planned' as const })),
].sort(byPlace);

const { about } = JSON.parse(readFileSync(join(ROOT, 'spec', 'ledger.json'), 'utf8')) as { about: string };
const coverage = JSON.parse(readFileSync(join(ROOT, 'spec', 'coverage.json'), 'utf8')) as Coverage;
const files: Record<string, string> = {
  'spec/ledger.json': `${JSON.stringify({ about, routes }, null, 2)}\n`,
  'spec/openapi.json': `${JSON.stringify(openApiDocument(current, packageFile.version, NEWEST_API_VERSION), null, 2)}\n`,
  'docs/reference/access.md': accessPage(current),
  'COVERAGE.md': coveragePage(routes, served, coverage),
  'docs/reference/ignored-fields.md': ignoredFieldsPage(current),
};

const stale = Object.entries(files).filter(([name, text]) => {
  try {
    return readFileSync(join(ROOT, name), 'utf8') !== text;
  } catch {
    return true;
  }
});
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(`Out of date: ${stale.map(([name]) => name).join(', ')}. Run npm run ledger and commit the result.`);
    process.exit(1);
  }
} else {
  for (const [name, text] of stale) {
    mkdirSync(dirname(join(ROOT, name)), { recursive: true });
    writeFileSync(join(ROOT, name), text);
  }
  console.log(stale.length === 0 ? 'Everything is up to date.' : `Written: ${stale.map(([name]) => name).join(', ')}.`);
}
