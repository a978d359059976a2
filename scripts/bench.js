// Lists the benchmarks, or runs one under the Node that Almanac runs under. A benchmark is a program in bench/ that says
// in its first comment what it measures.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endLike, run } from '../bin/runtime.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const benchmarks = [
  'server',
  'engine',
  'data',
  'projects',
  'deployments',
  'monitoring',
  'quotas',
  'genai',
  'access-sync',
]
  .flatMap((part) => readdirSync(join(root, 'bench', part)).map((file) => join('bench', part, file)))
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, name: basename(path, '.ts'), text: readFileSync(join(root, path), 'utf8') }))
  .filter(({ text }) => text.startsWith('/**') && /^\s*record\(\{/m.test(text));

const [name, ...args] = process.argv.slice(2);
const chosen = benchmarks.find((benchmark) => benchmark.name === name);
if (chosen) {
  endLike(await run(process.execPath, [join('scripts', 'under-node.js'), chosen.path, ...args], { cwd: root }));
} else {
  console.log(name ? `There is no benchmark ${name}. There are:` : 'Usage: npm run bench -- NAME\n');
  for (const { name: each, text } of benchmarks) console.log(`  ${each.padEnd(20)} ${firstSentence(text)}`);
  process.exitCode = name ? 2 : 0;
}

function firstSentence(text) {
  const comment = text.slice(0, text.indexOf('*/')).replace(/^\/\*\*|^\s*\* ?/gm, ' ');
  return comment
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=\.) /)[0];
}
