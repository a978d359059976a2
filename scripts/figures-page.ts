import {
  type Figure,
  isMet,
  type Result,
  showMet,
  showNumber,
  showPeer,
  showTarget,
  showValue,
} from '../bench/figures.ts';

/** The folders of bench/ in the order of the page; the nine parts by their number. */
const PARTS: Readonly<Record<string, string>> = {
  server: 'Server, under all parts',
  engine: 'Engine, the models that parts 3 and 4 use',
  accounts: 'Part 1: accounts',
  data: 'Part 2: data',
  projects: 'Part 3: projects',
  deployments: 'Part 4: deployments',
  monitoring: 'Part 5: monitoring',
  quotas: 'Part 6: quotas',
  genai: 'Part 7: generative AI',
  'access-sync': 'Part 8: access synchronisation',
  deprecated: 'Part 9: deprecated routes',
};

/** Results of one program stand in one table when they have no more columns than this. */
const MOST_COLUMNS = 8;

export const README_BEGIN = '<!-- figures: made by npm run figures, do not edit -->';
export const README_END = '<!-- end of figures -->';

/** The six figures of the README: what they are about, and which ones they are (`result/figure`). */
const README_ROWS: readonly { readonly about: string; readonly figures: readonly string[] }[] = [
  { about: 'Training boosted trees, a million rows, 2 threads', figures: ['trees-b/2-lightgbm-seconds'] },
  {
    about: 'Forecast accuracy on M4 (OWA, less is better), hourly and weekly series',
    figures: ['accuracy-m4-hourly-auto/owa', 'accuracy-m4-weekly-auto/owa'],
  },
  {
    about: 'One-row prediction over HTTP',
    figures: ['predict-one-row/single-to-bare', 'predict-one-row/to-fastapi'],
  },
  { about: 'Acknowledged writes lost when the server is killed (kill -9)', figures: ['kill9/lost'] },
  { about: 'Language-model gateway, calls a second', figures: ['gateway/calls'] },
  { about: 'Requests that a quota admitted over its limit', figures: ['quota-decisions/over-admitted'] },
];

const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

const showRatio = ({ ratio }: Figure): string => (ratio === null ? '' : `${showNumber(ratio)}x`);
const targetCell = ({ must, unit }: Figure): string => (must === null ? '' : showTarget(must, unit));
const peerCell = ({ peer, unit }: Figure): string => (peer === null ? '' : showPeer(peer, unit));
const whatCell = ({ what, note }: Figure): string => (note === undefined ? what : `${what}. ${note}`);

function machineOf({ machine: { processor, cores }, load }: Result): string {
  const parts = [...(processor === null ? [] : [processor]), ...(cores === null ? [] : [`${cores} cores`])];
  const machine = parts.length === 0 ? 'machine not recorded' : parts.join(', ');
  return load === null ? machine : `${machine}, load ${showNumber(load)}`;
}

const workOf = ({ work }: Result): string =>
  Object.entries(work)
    .map(([name, value]) => {
      const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      return `${words} ${typeof value === 'number' ? value.toLocaleString('en') : value}`;
    })
    .join(', ');

const whereOf = (result: Result): string =>
  `\`${result.command}\`, ${result.date ?? 'date not recorded'}, ${machineOf(result)}.`;

function sectionOf(result: Result): string {
  const rows = result.figures.map((figure) => [
    whatCell(figure),
    showValue(figure.value, figure.unit),
    peerCell(figure),
    showRatio(figure),
    targetCell(figure),
    showMet(figure),
  ]);
  const head = ['measured', 'Almanac', 'peer', 'ratio', 'target', ''];
  const work = workOf(result);
  const about = [whereOf(result), ...(work === '' ? [] : [`Work: ${work}.`]), ...(result.note ? [result.note] : [])];
  return [`### ${result.title}`, '', about.join(' '), '', tableOf(head, rows), ''].join('\n');
}

const programOf = ({ command }: Result): string => command.split(' ')[4] ?? '';

/** A value with its peer, its target and whether that was met, in one cell. */
function compact(figure: Figure | undefined): string {
  if (figure === undefined) return '';
  const { value, unit, peer, must } = figure;
  const lines = [showValue(value, unit)];
  if (peer !== null) lines.push(`${peerCell(figure)}${figure.ratio === null ? '' : ` (${showRatio(figure)})`}`);
  if (must !== null) lines.push(`${targetCell(figure)}: ${showMet(figure)}`);
  return lines.join('<br>');
}

/** Several results of one program side by side: the worst stands beside the best. */
function sharedSection(results: readonly Result[], ids: readonly string[]): string {
  const namedIn = (id: string) =>
    results.flatMap(({ figures }) => figures.filter((one) => one.id === id))[0]?.what ?? id;
  const rows = results.map((result) => [
    `${result.title}. ${workOf(result)}`,
    ...ids.map((id) => compact(result.figures.find((figure) => figure.id === id))),
    whereOf(result),
  ]);
  const notes = [...new Set(results.flatMap(({ note }) => note ?? []))];
  const [first] = results;
  const title = `### Results of \`npm run bench -- ${first ? programOf(first) : ''}\``;
  return [title, '', ...notes.flatMap((note) => [note, '']), tableOf(['', ...ids.map(namedIn), 'run'], rows), ''].join(
    '\n',
  );
}

function sectionsOf(results: readonly Result[]): string[] {
  return [...new Set(results.map(programOf))].flatMap((program) => {
    const own = results.filter((result) => programOf(result) === program);
    const ids = [...new Set(own.flatMap(({ figures }) => figures.map(({ id }) => id)))];
    return own.length > 1 && ids.length <= MOST_COLUMNS ? [sharedSection(own, ids)] : own.map(sectionOf);
  });
}

const targetsOf = (results: readonly Result[]): Figure[] =>
  results.flatMap(({ figures }) => figures.filter(({ must }) => must !== null));

const countMet = (figures: readonly Figure[], met: boolean | null): number =>
  figures.filter((figure) => figure.met === met).length;

function summaryOf(results: readonly Result[]): string {
  const all = targetsOf(results);
  const open = countMet(all, null);
  const judged = all.length - open;
  const waiting = open === 0 ? '' : ` ${open} more could not be judged: the peer did not run.`;
  return `**${countMet(all, true)} of ${judged} targets met.** ${countMet(all, false)} missed.${waiting}`;
}

function missedTable(results: readonly Result[]): string {
  const rows = results.flatMap((result) =>
    result.figures
      .filter(({ met }) => met === false)
      .map((figure) => [
        `${result.title}: ${figure.what}`,
        showValue(figure.value, figure.unit),
        showRatio(figure),
        targetCell(figure),
        `\`${result.command}\``,
      ]),
  );
  return tableOf(['measured', 'Almanac', 'ratio', 'target', 'command'], rows);
}

/** docs/figures.md: every figure of every result. */
export function figuresPage(results: readonly Result[]): string {
  const parts = Object.keys(PARTS).map((part) => ({ part, own: results.filter((result) => result.part === part) }));
  const counts = parts.map(({ part, own }) => {
    const targets = targetsOf(own);
    const figures = own.reduce((sum, result) => sum + result.figures.length, 0);
    return [PARTS[part] ?? part, ...[figures, countMet(targets, true), countMet(targets, false)].map(showNumber)];
  });
  return [
    '# Figures',
    '',
    'Made by `npm run figures` from `bench/results/`; do not edit. Every row names the command that measured it.',
    'A peer is measured in the same run on the same data and threads, except where it is a published score.',
    'The ratio is our value over that of the peer; only ratios travel to other machines.',
    'A target is what the work had to reach. A missed one stays here as missed until a run meets it.',
    'What was not written down when a run was made (machine, version of a peer) is left out, not guessed.',
    '',
    summaryOf(results),
    '',
    tableOf(['part', 'figures', 'targets met', 'missed'], counts),
    '',
    '## Missed targets',
    '',
    missedTable(results),
    '',
    ...parts
      .filter(({ own }) => own.length > 0)
      .flatMap(({ part, own }) => [`## ${PARTS[part]}`, '', ...sectionsOf(own)]),
  ].join('\n');
}

function referredFigure(results: readonly Result[], reference: string): { result: Result; figure: Figure } {
  const [name, id] = reference.split('/');
  const result = results.find((one) => one.name === name);
  const figure = result?.figures.find((one) => one.id === id);
  if (result === undefined || figure === undefined)
    throw new Error(`The README wants the figure ${reference}, which is not in bench/results.`);
  return { result, figure };
}

/** Where the figure is a number of many, the many beside it: "0 of 7,696 writes". */
function showCounted({ value, unit, what }: Figure): string {
  const all = /, of ([\d,]*\d)/.exec(what)?.[1];
  return all === undefined ? showValue(value, unit) : `${showNumber(value)} of ${all} ${unit}`;
}

/** The README with its table of figures made anew between the markers. */
export function readmeWithFigures(readme: string, results: readonly Result[]): string {
  const [begin, end] = [readme.indexOf(README_BEGIN), readme.indexOf(README_END)];
  if (begin < 0 || end < begin)
    throw new Error(`The README has no table of figures between "${README_BEGIN}" and "${README_END}".`);
  const rows = README_ROWS.map(({ about, figures }) => {
    const referred = figures.map((reference) => referredFigure(results, reference));
    const each = (show: (figure: Figure) => string) => referred.map(({ figure }) => show(figure)).join('<br>');
    const commands = [...new Set(referred.map(({ result }) => `\`${result.command}\``))];
    return [
      about,
      each(showCounted),
      each(peerCell),
      each(showRatio),
      each(targetCell),
      each(showMet),
      commands.join('<br>'),
    ];
  });
  const head = ['', 'Almanac', 'peer', 'ratio', 'target', '', 'command'];
  const made = [tableOf(head, rows), '', `All figures: ${summaryOf(results)}`].join('\n');
  return `${readme.slice(0, begin)}${README_BEGIN}\n${made}\n${readme.slice(end)}`;
}

/** What is wrong with results or with the README: reasons why a published number cannot be trusted. */
export function faultsOf(results: readonly Result[], readme: string): string[] {
  const faults: string[] = [];
  for (const { name, part, figures } of results) {
    if (!Object.hasOwn(PARTS, part)) faults.push(`${name}: there is no part ${part}.`);
    const ids = figures.map(({ id }) => id);
    if (new Set(ids).size < ids.length) faults.push(`${name}: two figures have one id.`);
    for (const { id, must, met, value, ratio } of figures) {
      if (typeof value !== 'number' || Number.isNaN(value)) faults.push(`${name}/${id}: the value is no number.`);
      if (must === null ? met !== null : met !== null && met !== isMet(must, must.of === 'ratio' ? ratio : value))
        faults.push(`${name}/${id}: says ${met ? 'met' : 'missed'}, which its value and target do not.`);
    }
  }
  const section = /^## Figures$([\s\S]*?)^## /m.exec(readme)?.[1] ?? '';
  const byHand = section.replace(section.slice(section.indexOf(README_BEGIN), section.indexOf(README_END)), '');
  if (/\d/.test(byHand))
    faults.push('README: a number in "Figures" stands outside of the table that is made from the results.');
  return faults;
}
