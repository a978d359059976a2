import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
const WORKSPACES = ['engine', 'server', 'console'];

/** A copy of the working tree with the packages linked, so that no fault is ever written into the original. */
export function copyRepository(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-mutants-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  const built = execFileSync('git', ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', 'engine/src'], {
    cwd: ROOT,
  });
  for (const file of `${listed}${built}`.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  linkPackages('.', folder);
  for (const workspace of WORKSPACES) linkPackages(workspace, folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Each package is linked by itself: our own workspaces must be those of the copy. */
function linkPackages(workspace: string, folder: string): void {
  const packages = join(ROOT, workspace, 'node_modules');
  if (!existsSync(packages)) return;
  const links = join(folder, workspace, 'node_modules');
  mkdirSync(links, { recursive: true });
  for (const name of readdirSync(packages)) {
    if (name.startsWith('.') && name !== '.bin') continue;
    if (name !== '@almanac') symlinkSync(join(packages, name), join(links, name));
  }
  if (workspace !== '.') return;
  mkdirSync(join(links, '@almanac'));
  for (const own of WORKSPACES) symlinkSync(join('..', '..', own), join(links, '@almanac', own));
}
