import type { Fault } from '../fault.ts';

const DATA = 'server/src/data';
const bins = [`${DATA}/profile/bins.rules.test.ts`];
const kinds = [`${DATA}/profile/column-kinds.test.ts`];
const urls = [`${DATA}/uploads/url.rules.test.ts`];
const jdbc = [`${DATA}/data-stores/jdbc-url.rules.test.ts`];
const chunks = [`${DATA}/chunks/chunk.routes.test.ts`];
const versions = [`${DATA}/datasets/version.routes.test.ts`];

export const data: readonly Fault[] = [
  {
    name: 'value-in-the-bin-before',
    breaks: 'A value on the edge of a bin is counted in the bin before it.',
    file: `${DATA}/profile/bins.rules.ts`,
    find: '(starts[middle] as number) <= value',
    replace: '(starts[middle] as number) < value',
    tests: bins,
  },
  {
    name: 'one-bin-too-many',
    breaks: 'A histogram has more bins than were asked for.',
    file: `${DATA}/profile/bins.rules.ts`,
    find: 'Math.floor(most / width) - Math.floor(least / width) < bins;',
    replace: 'Math.floor(most / width) - Math.floor(least / width) <= bins;',
    tests: bins,
  },
  {
    name: 'median-of-the-lower-half',
    breaks: 'With an even number of rows the median is the lower of the two middle values.',
    file: `${DATA}/profile/bins.rules.ts`,
    find: 'place(Math.ceil((present - 1) / 2))',
    replace: 'place(Math.floor((present - 1) / 2))',
    tests: bins,
  },
  {
    name: 'german-dates-are-american',
    breaks: '01.02.2026 is read as the second of January.',
    file: `${DATA}/profile/date-format.rules.ts`,
    find: "['%d.%m.%Y', '%m.%d.%Y']",
    replace: "['%m.%d.%Y', '%d.%m.%Y']",
    tests: [`${DATA}/profile/date-format.rules.test.ts`],
  },
  {
    name: 'measurements-are-identifiers',
    breaks: 'A whole number that differs in every row is taken for an identifier and left out of models.',
    file: `${DATA}/profile/data-quality.rules.ts`,
    find: 'numbers.max - numbers.min + 1 <= present * 1.01',
    replace: 'numbers.max - numbers.min + 1 >= present * 1.01',
    tests: kinds,
  },
  {
    name: 'duplicate-dates-are-a-series',
    breaks: 'A table with several rows for one date is offered as one time series.',
    file: `${DATA}/profile/time-axis.rules.ts`,
    find: "fit: times.length < present ? unfit('notUnique') : fit",
    replace: "fit: times.length < 0 ? unfit('notUnique') : fit",
    tests: kinds,
  },
  {
    name: 'passwords-in-urls-are-kept',
    breaks: 'A URL with a password in it is taken, stored and shown.',
    file: `${DATA}/uploads/url.rules.ts`,
    find: "if (username !== '' || password !== '') {",
    replace: "if (username !== '' && password === username) {",
    tests: urls,
  },
  {
    name: 'folders-in-file-names',
    breaks: 'A server can name a downloaded file so that it lies in another folder.',
    file: `${DATA}/uploads/url.rules.ts`,
    find: "(name.split(/[/\\\\]/).at(-1) ?? '')",
    replace: "(name ?? '')",
    tests: urls,
  },
  {
    name: 'passwords-in-jdbc-urls',
    breaks: 'A JDBC URL with a password is stored and shown to everybody the data store is shared with.',
    file: `${DATA}/data-stores/jdbc-url.rules.ts`,
    find: "if (username !== '' || password !== '' || SECRETS.some((name) => searchParams.has(name))) {",
    replace: "if (username !== '' || password !== '') {",
    tests: jdbc,
  },
  {
    name: 'no-encryption-unless-said',
    breaks: 'A connection to a data store is never encrypted unless its URL asks for it.',
    file: `${DATA}/data-stores/jdbc-url.rules.ts`,
    find: "=== 'true' ? 'require' : 'prefer')",
    replace: "=== 'true' ? 'require' : 'disable')",
    tests: jdbc,
  },
  {
    name: 'validation-in-chunks',
    breaks: 'Rows of the validation are in the chunks that a model learns from.',
    file: `${DATA}/chunks/chunk.rules.ts`,
    find: "return rules.length === 0 ? '' :",
    replace: "return rules.length <= 2 ? '' :",
    tests: chunks,
  },
  {
    name: 'chunks-in-ascending-order-only',
    breaks: 'Chunks in descending order are made in ascending order.',
    file: `${DATA}/chunks/chunk.rules.ts`,
    find: "options.isDescendingOrder ? 'DESC' : 'ASC'",
    replace: "options.isDescendingOrder ? 'ASC' : 'ASC'",
    tests: chunks,
  },
  {
    name: 'oldest-version-is-the-latest',
    breaks: 'When the latest version is deleted, the oldest one takes its place.',
    file: `${DATA}/versions/dataset.store.ts`,
    find: ".orderBy('seq', 'desc')",
    replace: ".orderBy('seq', 'asc')",
    tests: versions,
  },
  {
    name: 'projects-nobody-showed',
    breaks: 'A dataset lists projects that the caller may not see.',
    file: `${DATA}/versions/dataset.store.ts`,
    find: "    .where('dataset_projects.project_id', 'in', visibleTo(ctx, PROJECT));",
    replace: "    .where('dataset_projects.project_id', '!=', PROJECT.type + String(visibleTo.length));",
    tests: [`${DATA}/datasets/dataset.routes.test.ts`],
  },
];
