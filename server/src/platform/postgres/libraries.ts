import { existsSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Binaries } from './binaries.ts';

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * npm packages cannot hold symlinks, so the package makes its library links in an install script. When scripts were
 * off they are made here; when the install tree is read-only they are made in the data folder.
 * Answers what LD_LIBRARY_PATH has to be, or null when the binaries find their libraries alone.
 */
export function prepareLibraries(binaries: Binaries, ownFolder: string): string | null {
  if (!binaries.packageFolder) return null;
  const missing = linksOf(binaries.packageFolder).filter(({ target }) => !existsSync(target));
  if (missing.length === 0) return null;
  try {
    for (const { source, target } of missing) link(relative(dirname(target), source), target);
    return null;
  } catch {
    mkdirSync(ownFolder, { recursive: true, mode: 0o700 });
    for (const { source, target } of missing) link(source, join(ownFolder, basename(target)));
    return ownFolder;
  }
}

function linksOf(packageFolder: string): Link[] {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'));
  return links.map(({ source, target }) => ({
    source: join(packageFolder, source),
    target: join(packageFolder, target),
  }));
}

function link(source: string, target: string): void {
  try {
    symlinkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (readlinkSync(target) === source) return;
    unlinkSync(target);
    symlinkSync(source, target);
  }
}
