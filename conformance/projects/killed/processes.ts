import { readdirSync, readFileSync } from 'node:fs';
import type { Installation } from '../../support/installation.ts';

const read = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

/** The processes of an installation that do one thing (`serve`, `work`), found by the data folder they were given. */
export function processesOf({ env }: Installation, role: 'serve' | 'work'): number[] {
  const folder = `ALMANAC_DATA_DIR=${env.ALMANAC_DATA_DIR} `;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(name, 'environ').includes(folder))
    .filter((pid) => new RegExp(`\\.js ${role} `).test(read(pid, 'cmdline')))
    .map(Number);
}
