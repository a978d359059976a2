import { type LedgerRoute, signature } from '../server/src/ledger/ledger.ts';
import type { RouteRecord } from '../server/src/platform/http/route.ts';

/** What the last recorded conformance run really called, by operation. */
export interface Driven {
  readonly blackBox: readonly string[];
  readonly clients: readonly string[];
}

const tick = (yes: boolean) => (yes ? '✓' : '');

const shapeChecked = (route: RouteRecord | undefined) =>
  route !== undefined && Object.entries(route.replies).every(([status, schema]) => schema !== null || status === '204');

const remarksOf = ({ deprecated, removed, fields = [] }: LedgerRoute): string[] => [
  ...(deprecated ? [`deprecated since ${deprecated.since}`] : []),
  ...(removed ? [`removed in ${removed}, served with an older \`ALMANAC_API_VERSION\``] : []),
  ...fields.map(({ field, removed: without }) => `\`${field}\` removed in ${without}`),
];

function row(entry: LedgerRoute, route: RouteRecord | undefined, driven: Driven): string {
  const name = route?.operation ?? '';
  const cells = [
    `\`${entry.method} ${entry.path}\``,
    entry.source,
    tick(entry.state === 'served'),
    tick(shapeChecked(route)),
    tick(driven.blackBox.includes(name)),
    tick(driven.clients.includes(name)),
    remarksOf(entry).join('; '),
  ];
  return `| ${cells.join(' | ')} |`;
}

const share = (entries: readonly LedgerRoute[]) => {
  const done = entries.filter((entry) => entry.state === 'served').length;
  return `${done} of ${entries.length}`;
};

/** COVERAGE.md: the ledger as a table a person reads, per part. */
export function coveragePage(routes: readonly LedgerRoute[], served: readonly RouteRecord[], driven: Driven): string {
  const bySignature = new Map(served.map((route) => [signature(route), route]));
  const specified = routes.filter((entry) => entry.source === 'specification');
  const parts = [...new Set(routes.map((entry) => entry.part))];
  const sections = parts.map((part) => {
    const own = routes.filter((entry) => entry.part === part);
    return [
      `## ${part}: ${share(own)} routes served`,
      '',
      '| route | named by | routed | shape checked | behaviour tested | driven by a real client | |',
      '|---|---|:-:|:-:|:-:|:-:|---|',
      ...own.map((entry) => row(entry, bySignature.get(signature(entry)), driven)),
      '',
    ].join('\n');
  });
  return [
    '# Coverage',
    '',
    'Made by `npm run ledger` from `spec/ledger.json`, the routes the server registers, and the calls the last recorded',
    'conformance run made (`conformance/driven.json`). A planned route answers 501 and says so.',
    '',
    `Routes of the specification served: **${share(specified)}**. All routes: **${share(routes)}**.`,
    '',
    ...sections,
  ].join('\n');
}
