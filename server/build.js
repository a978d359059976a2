// Bundles our own code into one file; packages from npm stay where npm put them (several are native or find their
// own files at run time). Plain JavaScript, because it runs before anything is built.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const packages = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).filter(
  (name) => !name.startsWith('@almanac/'),
);
const dist = join(here, 'dist');
const threads = readdirSync(join(here, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('-thread.ts'),
);

const { outputFiles } = await build({
  absWorkingDir: here,
  entryPoints: {
    cli: 'src/cli/cli.ts',
    // A thread starts from a file of its own beside the program: see `threadEntry`.
    ...Object.fromEntries(threads.map((file) => [basename(file, '.ts'), join('src', file)])),
  },
  outdir: 'dist',
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: packages.flatMap((name) => [name, `${name}/*`]),
  sourcemap: 'linked',
  legalComments: 'none',
  logLevel: 'warning',
});

// Renamed into place: a start at the same moment reads the old file or the new one, never half of one.
mkdirSync(dist, { recursive: true });
for (const { path, contents } of outputFiles) {
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
}
