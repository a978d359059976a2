import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const DIST = join(import.meta.dirname, '..', 'dist');
const BUDGET = 300_000;

/** A file with everything it imports at once; what is imported later, behind `import()`, is not followed. */
async function withImports(name: string, seen: Map<string, number>): Promise<void> {
  if (seen.has(name)) return;
  const code = await readFile(join(DIST, 'assets', name), 'utf8');
  seen.set(name, gzipSync(code).length);
  const imports = [...code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)];
  for (const [, imported = ''] of imports) await withImports(imported, seen);
}

async function firstPage(page: string): Promise<number> {
  const files = await readdir(join(DIST, 'assets'));
  const seen = new Map<string, number>();
  const html = await readFile(join(DIST, 'index.html'), 'utf8');
  const entry = [...html.matchAll(/\/assets\/([\w.-]+\.js)"/g)].map(([, name = '']) => name);
  const chunk = files.filter((name) => name.startsWith(`${page}-`) && name.endsWith('.js'));
  expect([entry.length > 0, chunk.length]).toEqual([true, 1]);
  for (const name of [...entry, ...chunk]) await withImports(name, seen);
  return [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);
}

test.each(['login-page', 'home-page', 'api-keys-page'])('%s loads less than the budget of JavaScript', async (page) => {
  const bytes = await firstPage(page);
  console.log(`${page}: ${Math.round(bytes / 1000)} kB of gzipped JavaScript`);
  expect(bytes).toBeLessThan(BUDGET);
});
