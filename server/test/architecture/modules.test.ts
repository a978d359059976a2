import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

/** Which modules a module may import, through their `index.ts`. The picture on the architecture page, as data. */
const may: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  data: ['accounts'],
  projects: ['accounts', 'data'],
  quotas: ['accounts'],
  deployments: ['accounts', 'data', 'projects', 'quotas'],
  monitoring: ['accounts', 'data', 'projects', 'deployments'],
  'access-sync': ['accounts'],
  genai: ['accounts', 'data', 'quotas', 'deployments', 'access-sync'],
  deprecated: ['accounts', 'projects', 'deployments'],
  platform: [],
  config: [],
};

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

const importsOf = (file: string): string[] =>
  [...readFileSync(join(SOURCE, file), 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(([, target = '']) => target);

const moduleOf = (file: string): string => file.split(sep)[0] ?? '';

test('there is something to look at', () => {
  expect(files.length).toBeGreaterThan(50);
});

test('modules are imported through their index.ts, and only those that may be', () => {
  const trespasses = files.flatMap((file) => {
    const from = moduleOf(file);
    if (!(from in may)) return [];
    return importsOf(file)
      .map((target) => /^#([a-z-]+)(\/.*)?$/.exec(target))
      .filter((match) => match !== null)
      .filter(
        ([, to = '', inner]) =>
          to !== 'platform' && to !== 'config' && (inner !== undefined || !may[from]?.includes(to)),
      )
      .map(([text]) => `${file}: ${text}`);
  });
  expect(trespasses).toEqual([]);
});

const FOR_TESTS = /\.(test|fixtures|fixture)\.ts$/;
/** What tests may import: fixtures of any module, and the assembled application. */
const isForTests = (target: string): boolean =>
  target.startsWith(join('..', 'test')) ||
  target.startsWith(join('..', '..', 'conformance', 'providers')) ||
  FOR_TESTS.test(target) ||
  ['app.ts', 'open-platform.ts'].includes(target);

test('no file reaches into another module by a relative path', () => {
  const reaches = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('..'))
      .map((target) => join(file, '..', target))
      .filter((target) => !(FOR_TESTS.test(file) && isForTests(target)))
      .filter((target) => moduleOf(file) in may && moduleOf(target) !== moduleOf(file))
      .map((target) => `${file}: ${target}`),
  );
  expect(reaches).toEqual([]);
});

test('the platform imports no module', () => {
  const parts = Object.keys(may).filter((name) => name !== 'platform' && name !== 'config');
  const known = files
    .filter((file) => moduleOf(file) === 'platform')
    .flatMap((file) => importsOf(file).filter((target) => parts.some((part) => target.startsWith(`#${part}`))));
  expect(known).toEqual([]);
});

test('only settings read the environment', () => {
  const readers = files.filter((file) => /process\.env\b/.test(readFileSync(join(SOURCE, file), 'utf8')));
  const allowed = ['worker-processes.ts'];
  expect(
    readers.filter((file) => moduleOf(file) !== 'cli' && !allowed.includes(file) && !file.endsWith('.test.ts')),
  ).toEqual([]);
});
