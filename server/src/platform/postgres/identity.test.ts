import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findBinaries } from './binaries.ts';
import { own } from './cluster.ts';
import { chooseIdentity } from './identity.ts';
import { prepareLibraries } from './plan.ts';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-identity-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

if (process.geteuid?.() === 0) {
  test('root: everything below a closed folder, the programs too, still makes a cluster of somebody else', () => {
    const closed = aFolder();
    const { packageFolder, ...binaries } = findBinaries(null);
    if (!packageFolder) throw new Error('this machine has no packaged PostgreSQL to copy');
    prepareLibraries({ packageFolder, ...binaries }, join(closed, 'lib'));
    execFileSync('cp', ['-a', join(packageFolder, 'native'), closed]);
    const base = join(closed, 'data');
    const cluster = join(base, 'cluster');
    mkdirSync(base);
    const identity = chooseIdentity(cluster, [join(closed, 'native', 'bin'), base]);
    own(base, identity);
    const { file, args, ...as } = identity.command(join(closed, 'native', 'bin', 'initdb'), [
      '--no-sync',
      '-D',
      cluster,
    ]);
    execFileSync(file, args, { ...as, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    expect(statSync(join(cluster, 'PG_VERSION')).uid).toBe(identity.uid);
    expect(identity.uid).not.toBe(0);
  });
} else {
  test('an ordinary user stays who they are', () => {
    const identity = chooseIdentity(join(aFolder(), 'cluster'), []);
    expect(identity.uid).toBe(process.geteuid?.());
    expect(identity.command('postgres', ['--version'])).toEqual({ file: 'postgres', args: ['--version'] });
  });
}
