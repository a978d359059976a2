import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '..', 'driven.json');

export type DrivenBy = 'blackBox' | 'clients';

/** Which operations a server has answered since it started, read off its own figures. */
async function operationsServed(url: string): Promise<string[]> {
  const figures = await (await fetch(`${url}/metrics`)).text();
  const answered = figures.matchAll(/_count\{[^}]*operation="([^"]+)"[^}]*\} [1-9]/g);
  const names = [...answered].map(([, name = '']) => name);
  return names.filter((name) => name !== 'none' && !name.startsWith('planned '));
}

/** With CONFORMANCE_RECORD=true, remembers what this run called; COVERAGE.md is made from it. */
export async function recordDriven(by: DrivenBy, url: string): Promise<void> {
  if (process.env.CONFORMANCE_RECORD !== 'true') return;
  const served = await operationsServed(url);
  const known = JSON.parse(readFileSync(FILE, 'utf8')) as Record<DrivenBy, string[]>;
  known[by] = [...new Set([...known[by], ...served])].sort();
  writeFileSync(FILE, `${JSON.stringify(known, null, 2)}\n`);
}
