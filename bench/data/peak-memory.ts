import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The most resident memory that the server and its workers in this data folder ever had, in MB (Linux). */
export function peakMemory(dataDir: string): { readonly serve: number; readonly work: number } {
  const peaks = { serve: 0, work: 0 };
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (!read(`/proc/${pid}/environ`).includes(`ALMANAC_DATA_DIR=${dataDir}\0`)) continue;
    const role = /\0(serve|work)\0$/.exec(read(`/proc/${pid}/cmdline`))?.[1] as keyof typeof peaks | undefined;
    const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
    if (role) peaks[role] = Math.max(peaks[role], Math.round(kilobytes / 1024));
  }
  return peaks;
}
