import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Every file that git tracks or would track, as paths from the root of the repository. */
export const repositoryFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file))); // deleted, not yet committed

export const isSource = (file: string): boolean => /\.(ts|tsx|js)$/.test(file) && !/\.gen\.|\.d\.ts$/.test(file);

export const isForTests = (file: string): boolean =>
  /\.(test|fixtures?)\.tsx?$/.test(file) || /^(server\/test|console\/e2e|engine\/golden)\//.test(file);

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Import specifiers of a file, static and dynamic. */
const specifiers = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)].map(([, target = '']) => target);

/** The files of this repository that a file imports. */
export function importsOf(file: string): string[] {
  return specifiers(textOf(file))
    .map((target) => resolveImport(file, target))
    .filter((target) => target !== null);
}

function resolveImport(file: string, target: string): string | null {
  if (target.startsWith('.')) return posix.join(posix.dirname(file), target);
  if (target.startsWith('#platform/')) return `server/src/platform/${target.slice('#platform/'.length)}`;
  if (target.startsWith('#')) return `server/src/${target.slice(1)}/index.ts`;
  if (target === '@almanac/engine') return 'engine/src/index.ts';
  return target === '@almanac/engine/node' ? 'engine/node/index.ts' : null;
}
