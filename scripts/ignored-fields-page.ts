import { ignoredFields, nameOf } from '../server/src/platform/http/ignored.ts';
import type { RouteRecord } from '../server/src/platform/http/route.ts';

const INTRODUCTION = `# Fields without effect

Every field that a route accepts has an effect. The exceptions are below: clients written for other installations send them,
so they are accepted, and they do nothing here. A reply to a request that sends one says so:

\`\`\`
Warning: 299 - "substituteUrlParameters has no effect. URLs of data stores have no parameters to substitute"
\`\`\`

The header has one such part for each field, at most eight. There is none for a value that asks for what happens anyway
("not for"), nor for null. In the [OpenAPI document](../../spec/openapi.json) these fields carry \`x-ignored\` with the reason,
and \`x-ignored-except\` with those values. What is neither listed here nor has an effect is refused by name (422).

\`npm run ledger\` writes this page from the schemas of the routes.
`;

/** The page of all fields that are accepted and have no effect: one row a field and reason, with the routes that take it. */
export function ignoredFieldsPage(routes: readonly RouteRecord[]): string {
  const rows = new Map<string, string[]>();
  for (const { method, path, query, body } of routes) {
    for (const field of [...ignoredFields(query), ...ignoredFields(body)]) {
      const except = field.except.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
      const row = `| \`${nameOf(field)}\` | ${field.reason} | ${except} |`;
      rows.set(row, [...(rows.get(row) ?? []), `\`${method} ${path.replace('/api/v2/', '')}\``]);
    }
  }
  const sorted = [...rows].sort(([a], [b]) => a.localeCompare(b));
  const table = sorted.map(([row, takers]) => `${row} ${takers.sort().join('<br>')} |`);
  return `${INTRODUCTION}\n| field | why | not for | routes |\n|---|---|---|---|\n${table.join('\n')}\n`;
}
