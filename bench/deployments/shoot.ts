import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What the client saw. */
export interface Shot {
  readonly client: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** One request over and over for some seconds, from a process of its own. */
export async function shoot(request: { url: string; body: string; headers: object }, seconds: number): Promise<Shot> {
  // The client must not be what waits: on a busy machine it can be given a priority of its own (BENCH_SHOOT='chrt -r 2').
  const [program = '', ...args] = [...(process.env.BENCH_SHOOT ?? '').split(' ').filter(Boolean), process.execPath];
  const { url, body, headers } = request;
  const script = join(import.meta.dirname, 'shoot-process.ts');
  const { stdout } = await run(program, [...args, script, url, body, JSON.stringify(headers), String(seconds)]);
  return JSON.parse(stdout) as Shot;
}
