import { type LedgerRoute, signature } from '../server/src/ledger/ledger.ts';
import { refusalsOf } from '../server/src/platform/http/refusals.ts';
import type { RouteRecord } from '../server/src/platform/http/route.ts';
import { type Coverage, STATES, type State, stateOf } from './coverage-state.ts';

const tick = (yes: boolean | undefined) => (yes === true ? '✓' : '');

const remarksOf = ({ deprecated, removed, fields = [] }: LedgerRoute): string[] => [
  ...(deprecated ? [`deprecated since ${deprecated.since}`] : []),
  ...(removed ? [`removed in ${removed}, served with an older \`ALMANAC_API_VERSION\``] : []),
  ...fields.map(({ field, removed: without }) => `\`${field}\` removed in ${without}`),
];

type Served = RouteRecord | undefined;

/** `planned`: in the ledger and not built. */
const stateIn = (route: Served, { routes }: Coverage): State | 'planned' =>
  route === undefined ? 'planned' : stateOf(route, routes[route.operation]);

function row(entry: LedgerRoute, route: Served, coverage: Coverage): string {
  const covered = coverage.routes[route?.operation ?? ''];
  const declared = route === undefined ? 0 : Object.values(refusalsOf(route)).flat().length;
  const missing = covered?.missing ?? [];
  const cells = [
    `\`${entry.method} ${entry.path}\``,
    entry.source,
    stateIn(route, coverage),
    tick(covered?.success),
    tick(covered?.clients),
    `${declared - missing.length} of ${declared}`,
    [...remarksOf(entry), ...missing.map((code) => `not driven: ${code}`)].join('; '),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** COVERAGE.md: the ledger as a table a person reads, per part. */
export function coveragePage(
  entries: readonly LedgerRoute[],
  served: readonly RouteRecord[],
  coverage: Coverage,
): string {
  const bySignature = new Map(served.map((route) => [signature(route), route]));
  const routeOf = (entry: LedgerRoute) => bySignature.get(signature(entry));
  const count = (these: readonly LedgerRoute[], state: State | 'planned') =>
    these.filter((entry) => stateIn(routeOf(entry), coverage) === state).length;
  const specified = entries.filter((entry) => entry.source === 'specification');
  const summary = (title: string, these: readonly LedgerRoute[]) =>
    `| ${title} | ${[...STATES, 'planned' as const].map((state) => count(these, state)).join(' | ')} | ${these.length} |`;
  const sections = [...new Set(entries.map((entry) => entry.part))].map((part) => {
    const own = entries.filter((entry) => entry.part === part);
    return [
      `## ${part}: ${count(own, 'proven')} of ${own.length} routes proven`,
      '',
      '| route | named by | state | success driven | by a real client | refusals driven | |',
      '|---|---|---|:-:|:-:|---|---|',
      ...own.map((entry) => row(entry, routeOf(entry), coverage)),
      '',
    ].join('\n');
  });
  return [
    '# Coverage',
    '',
    `**${count(entries, 'proven')} of ${entries.length} routes are proven**, of those in the specification ` +
      `${count(specified, 'proven')} of ${specified.length}.`,
    '',
    'A route is *proven* when a black-box suite, the attack or a real client drove its success and every refusal it',
    'declares; *served* when something of that is missing, which its row names; *empty by nature* when nothing can be in',
    'its list; *refuses* when it has no success to offer and says why. CI records this on every run (`npm run coverage`,',
    '`spec/coverage.json`); `npm run ledger` makes this page.',
    '',
    '| | proven | served | empty by nature | refuses | planned | all |',
    '|---|--:|--:|--:|--:|--:|--:|',
    summary('specification', specified),
    summary('all', entries),
    '',
    ...sections,
  ].join('\n');
}
