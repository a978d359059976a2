import { expect, test } from 'vitest';
import { servedRoutes } from '../../src/app.ts';
import type { RouteRecord } from '../../src/platform/http/route.ts';
import { NOT_OFFERED } from '../../src/projects/core/project/aim.schema.ts';
import { type AcceptedField, acceptedFields, namesIn } from './accepted-fields.ts';
import { namesRead } from './names-read.ts';
import { isForTests, isSource, repositoryFiles } from './source-files.ts';

const served = servedRoutes({ version: 'test', routes: () => [], metrics: async () => '' });
const files = repositoryFiles.filter(
  (file) => /^(server\/src|engine\/(src|node))\//.test(file) && isSource(file) && !isForTests(file),
);
const reads = new Map(files.map((file) => [file, namesRead(file)]));

const isRead = (name: string, folders: readonly string[]): boolean =>
  files.some((file) => folders.some((folder) => file.startsWith(folder)) && reads.get(file)?.has(name) === true);

const SHARING = 'server/src/accounts/sharing/';
const PLANNING = 'server/src/projects/';

/** Fields that the module of the route hands on, by the beginning of their place: the folder that reads them. */
const READ_ELSEWHERE: Readonly<Record<string, string>> = {
  'changeDatasets body.payload.roles': SHARING,
  changeDeploymentSettings: 'server/src/monitoring/',
  changeHealthSettings: 'server/src/monitoring/',
  'changeRetrainingPolicy body.timeSeriesOptions': PLANNING,
  'createRetrainingPolicy body.timeSeriesOptions': PLANNING,
  'changeBatchPredictionJobDefinition body.outputSettings.serverSideEncryption': 'server/src/data/data-stores/',
  'createBatchPredictionJob body.outputSettings.serverSideEncryption': 'server/src/data/data-stores/',
  'createBatchPredictionJobDefinition body.outputSettings.serverSideEncryption': 'server/src/data/data-stores/',
  old: 'server/src/deployments/',
};

/** Descriptions that are stored to be shown again: the operation whose reply shows them. */
const SHOWN: Readonly<Record<string, string>> = {
  'changeChatPrompt body.customMetrics': 'getChatPrompt',
  'createExternalModelPackage body.modelDescription': 'getModelPackage',
  'createExternalModelPackage body.timeseries': 'getModelPackage',
};

/** Refused by name with all that is in them. */
const REFUSED = NOT_OFFERED.map((name) => `setAim body.${name}.`);

const lineOf = (route: RouteRecord, { place }: AcceptedField) => `${route.operation} ${place}`;
const entryFor = (table: Readonly<Record<string, string>>, line: string) =>
  Object.keys(table).find((start) => line.startsWith(start));

/** The folders where the fields of a route may be read. */
function foldersOf({ part, path }: RouteRecord): string[] {
  const own = [`server/src/${part}/`, 'server/src/platform/'];
  return /\/(sharedRoles|accessControl)\/$/.test(path) ? [...own, SHARING] : own;
}

const shows = (operation: string | undefined, name: string): boolean => {
  const replies = served
    .filter((route) => route.operation === operation)
    .flatMap((route) => Object.values(route.replies));
  return replies.some((schema) => schema !== null && namesIn(schema).has(name));
};

test('every field that a route accepts is read by code, shown again, refused, or declared as ignored', () => {
  const unread: string[] = [];
  const used = new Set<string>();
  for (const route of served) {
    for (const field of acceptedFields(route)) {
      const line = lineOf(route, field);
      if (isRead(field.name, foldersOf(route)) || REFUSED.some((start) => line.startsWith(start))) continue;
      const elsewhere = entryFor(READ_ELSEWHERE, line) ?? '';
      const shown = entryFor(SHOWN, line) ?? '';
      if (isRead(field.name, [READ_ELSEWHERE[elsewhere] ?? 'nowhere'])) used.add(elsewhere);
      else if (shows(SHOWN[shown], field.name)) used.add(shown);
      else unread.push(line);
    }
  }
  expect(unread).toEqual([]);
  expect(Object.keys({ ...READ_ELSEWHERE, ...SHOWN }).filter((entry) => !used.has(entry))).toEqual([]);
});
