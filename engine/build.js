// Compiles every folder of kernels/ to WebAssembly and writes the bytes as a TypeScript module beside the code that
// loads them, so that the engine needs no file access. Plain JavaScript: it has to run before anything is built.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('./', import.meta.url));
const kernels = join(here, 'kernels');
const target = join(here, 'src', 'kernels');

const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--enable', 'threads'];
// Memory comes from outside and is shared: the same module serves one thread and many.
const MEMORY = ['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'];

function sources(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}

function fingerprint(folder) {
  const hash = createHash('sha256');
  const script = fileURLToPath(import.meta.url);
  for (const path of [script, ...sources(folder)])
    hash.update(`${path.slice(here.length)}\n`).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

async function compile(name) {
  const { main } = await import('assemblyscript/asc');
  const entry = join('kernels', name, 'index.ts');
  let binary;
  const { error, stderr } = await main([entry, '--outFile', `${name}.wasm`, ...FLAGS, ...MEMORY], {
    readFile: (path, base) => (existsSync(join(base, path)) ? readFileSync(join(base, path), 'utf8') : null),
    writeFile: (path, contents) => {
      if (path.endsWith('.wasm')) binary = contents;
    },
    listFiles: () => [],
    baseDir: here,
  });
  if (error || !binary) throw new Error(`engine/kernels/${name} does not compile:\n${stderr}`);
  return Buffer.from(binary).toString('base64');
}

const modules = readdirSync(kernels, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && existsSync(join(kernels, entry.name, 'index.ts')),
);
mkdirSync(target, { recursive: true });
for (const { name } of modules) {
  const file = join(target, `${name}.gen.ts`);
  const mark = `// Built from engine/kernels/${name}, fingerprint ${fingerprint(join(kernels, name))}. Do not edit.`;
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(mark)) continue;
  const bytes = await compile(name);
  const constant = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  writeFileSync(file, `${mark}\nexport const ${constant}Wasm: string =\n  '${bytes}';\n`);
  console.log(`engine/kernels/${name}: ${Math.round((bytes.length * 3) / 4)} bytes of WebAssembly`);
}
