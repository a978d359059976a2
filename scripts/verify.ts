/**
 * A check in seconds while you work: format, lint, types and tests of what you changed since the last commit, or of the
 * last commit when nothing is changed. Tests that need a database run only where a store or they themselves changed.
 * `npm test` checks everything.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { importsOf, isSource, ROOT, repositoryFiles } from '../server/test/architecture/source-files.ts';

const MOST_IMPORTERS = 200;

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

const known = new Set(repositoryFiles);
const uncommitted = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
const changed = (uncommitted.length > 0 ? uncommitted : git('show', '--name-only', '--format=', 'HEAD')).filter(
  (file) => known.has(file),
);
const sources = changed.filter(isSource);

const graph = new Map(repositoryFiles.filter(isSource).map((file) => [file, importsOf(file)]));
const importers = [...graph]
  .filter(([, imports]) => imports.some((file) => sources.includes(file)))
  .map(([file]) => file);
const typed = [...new Set([...sources, ...importers.slice(0, MOST_IMPORTERS)])].filter((file) => /\.tsx?$/.test(file));

function reaches(file: string, target: string, seen = new Set<string>()): boolean {
  if (file === target) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return (graph.get(file) ?? []).some((next) => reaches(next, target, seen));
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isStore = (file: string) => /\.(store|tables)\.ts$|^server\/migrations\//.test(file);
const folders = new Set(sources.map((file) => dirname(file)));
const foldersOfStores = new Set(changed.filter(isStore).map((file) => dirname(file)));
const beside = repositoryFiles.filter((file) => isTest(file) && folders.has(dirname(file)));
const architecture =
  sources.length > 0 ? repositoryFiles.filter((file) => /^server\/test\/architecture\/.*\.test\.ts$/.test(file)) : [];
const tests = [...new Set([...beside, ...architecture])].filter((file) => !/^(conformance|console\/e2e)\//.test(file));
const withoutDatabase = tests.filter((file) => !reaches(file, 'server/test/database.ts'));
const withDatabase = tests.filter(
  (file) => !withoutDatabase.includes(file) && (foldersOfStores.has(dirname(file)) || changed.includes(file)),
);
const left = tests.length - withoutDatabase.length - withDatabase.length;

function check(title: string, program: string, args: readonly string[], files: readonly string[]): void {
  if (files.length === 0) return;
  const began = performance.now();
  const { status } = spawnSync(process.execPath, [`${ROOT}/node_modules/${program}`, ...args, ...files], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'WRONG '} ${title} of ${files.length} files, ${seconds} s`);
  if (status !== 0) process.exitCode = 1;
}

console.log(`${changed.length} changed files, ${importers.length} that import them.`);
check('format', '@biomejs/biome/bin/biome', ['check', '--no-errors-on-unmatched', '--log-level=warn'], changed);
check('lint and types', 'oxlint/bin/oxlint', ['--quiet', '--type-check'], typed);
check('tests', 'vitest/vitest.mjs', ['run', '--reporter=dot'], [...withoutDatabase, ...withDatabase]);
if (left > 0)
  console.log(`${left} test files of the same folders need a database: npx vitest run ${[...folders].join(' ')}`);
