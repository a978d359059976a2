import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const venv = join(import.meta.dirname, '..', '..', '.cache', 'bench-venv');
export const python = join(venv, 'bin', 'python');

/** Python with DuckDB and LightGBM in it, installed once. */
export function ensureBatchPeer(): void {
  if (!existsSync(python)) execFileSync('python3', ['-m', 'venv', venv], { stdio: 'inherit' });
  const found = execFileSync(python, ['-m', 'pip', 'list', '--format=freeze'], { encoding: 'utf8' }).toLowerCase();
  const missing = ['lightgbm', 'duckdb', 'numpy'].filter((name) => !found.includes(`\n${name}==`));
  if (missing.length > 0) execFileSync(python, ['-m', 'pip', 'install', '-q', ...missing], { stdio: 'inherit' });
}
