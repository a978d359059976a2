import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** What the linter, with our settings and our packages, says about this text as a file of the server. */
async function linted(text: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'server', 'src'), { recursive: true });
  for (const file of ['.oxlintrc.json', 'tsconfig.base.json', 'package.json', 'server/tsconfig.json'])
    copyFileSync(join(ROOT, file), join(folder, file));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'server', 'src', 'planted.ts'), text);
  const program = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const args = [program, '--format=json', join('server', 'src', 'planted.ts')];
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(said) as {
    diagnostics: { code: string; labels: { span: { line: number } }[] }[];
  };
  return diagnostics.map(({ code, labels }) => `${labels[0]?.span.line} ${code}`).sort();
}

const FLOATING = 'typescript(no-floating-promises)';
const MISUSED = 'typescript(no-misused-promises)';

test('the linter finds work that nobody waits for, whatever it comes from', async () => {
  const found = await linted(`import type pg from 'pg';
async function work(): Promise<number> { return 1; }
export function own(): void { work(); }
export function ofAPackage(pool: pg.Pool): void { pool.query('select 1'); }
export function ofAnInterface(p: { delete(key: string): Promise<void> }): void { p.delete('x'); }
export function maybe(go: () => Promise<void> | void): void { go(); }
export function halfHandled(): void { work().then(() => 1); }
export function hidden(): void { void work(); }
export function inATimer(): void { setTimeout(async () => { await work(); }, 1); }
export function inAListener(pool: pg.Pool): void { pool.on('connect', async () => { await work(); }); }
export function inALoop(): void { [1].forEach(async () => work()); }
export const behindAnArrow = () => void work();
export async function fine(): Promise<void> { await work(); work().catch(() => undefined); }
`);
  expect(found).toEqual(
    [
      `3 ${FLOATING}`,
      `4 ${FLOATING}`,
      `5 ${FLOATING}`,
      `6 ${FLOATING}`,
      `7 ${FLOATING}`,
      `8 ${FLOATING}`,
      '8 eslint(no-void)',
      `9 ${MISUSED}`,
      `10 ${MISUSED}`,
      `11 ${MISUSED}`,
      '12 eslint(no-void)',
    ].sort(),
  );
});
