import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('./', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.gen.ts'))
  .map((name) => ({ name, text: readFileSync(`${root}/${name}`, 'utf8') }));

/** Comments may speak of what code must not use. */
const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');

/** Every module named in an import or export, static or dynamic. */
function importsOf(text: string): string[] {
  return [...codeOf(text).matchAll(/(?:from\s*|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g)].map(
    ([, name]) => name as string,
  );
}

const forbidden: readonly [string, RegExp][] = [
  ['the clock', /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/],
  ['chance without a seed', /\bMath\.random\b|\bcrypto\b/],
  ['the process', /\bprocess\.(?!\w*\s*=)\w/],
  ['Node buffers', /\bBuffer\b(?!\.)|\bBuffer\.(from|alloc|concat)\b/],
  ['timers', /\bset(Timeout|Interval|Immediate)\b/],
  ['the console', /\bconsole\.\w/],
  ['the network', /\bfetch\(|\bXMLHttpRequest\b/],
  ['globals of one platform', /\b__dirname\b|\brequire\(/],
];

describe('engine/src', () => {
  it('has sources to look at', () => {
    expect(sources.length).toBeGreaterThan(50);
  });

  it('imports nothing but itself', () => {
    const outside = sources.flatMap(({ name, text }) => {
      const depth = name.split('/').length - 1;
      const leaves = (path: string) => !path.startsWith('.') || (path.match(/\.\.\//g) ?? []).length > depth;
      return importsOf(text)
        .filter(leaves)
        .map((path) => `${name}: ${path}`);
    });
    expect(outside).toEqual([]);
  });

  it.each(forbidden)('does not use %s', (_, pattern) => {
    const users = sources.filter(({ text }) => pattern.test(codeOf(text))).map(({ name }) => name);
    expect(users).toEqual([]);
  });

  it('compiles without the types of any platform', { timeout: 60_000 }, () => {
    const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
    const project = join(root, '..', 'tsconfig.pure.json');
    const { stdout, status } = spawnSync(process.execPath, [compiler, '--noEmit', '-p', project], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it('would notice', () => {
    expect(importsOf("import { x } from 'node:fs';\nconst y = await import('os');")).toEqual(['node:fs', 'os']);
    const caught = (code: string) =>
      forbidden.filter(([, pattern]) => pattern.test(codeOf(code))).map(([name]) => name);
    expect(caught('const t = Date.now(); // Math.random')).toEqual(['the clock']);
    expect(caught('process.exit(Math.random())')).toEqual(['chance without a seed', 'the process']);
  });
});
