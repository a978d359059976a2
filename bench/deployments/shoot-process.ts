/**
 * The second process: sends one request over and over on 32 kept connections, and prints what it saw as JSON. With wrk
 * where it is installed, since it costs the machine a tenth of what autocannon does; with autocannon elsewhere.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

const [, , url = '', body = '', headers = '{}', seconds = '5'] = process.argv;
const all = { 'content-type': 'application/json', ...(JSON.parse(headers) as Record<string, string>) };

function hasWrk(): boolean {
  try {
    return execFileSync('sh', ['-c', 'command -v wrk'], { encoding: 'utf8' }) !== '';
  } catch {
    return false;
  }
}

const MILLISECONDS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

function byWrk(): object {
  const script = join(mkdtempSync(join(tmpdir(), 'almanac-wrk-')), 'post.lua');
  const lines = Object.entries(all).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  writeFileSync(script, ['wrk.method = "POST"', `wrk.body = ${JSON.stringify(body)}`, ...lines].join('\n'));
  const said = execFileSync('wrk', ['-t1', '-c32', `-d${seconds}s`, '--latency', '-s', script, url], {
    encoding: 'utf8',
  });
  // Answers that come late are latency, not errors: a slow peer is measured, not excluded.
  if (/Non-2xx|Socket errors: connect (?!0, read 0, write 0,)/.test(said)) throw new Error(`${url}: ${said}`);
  const at = (share: string) => {
    const [, value, unit = 'ms'] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(said) ?? [];
    return Number(value) * (MILLISECONDS[unit] ?? Number.NaN);
  };
  return {
    client: 'wrk',
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]),
    p50: at('50'),
    p99: at('99'),
  };
}

async function byAutocannon(): Promise<object> {
  const result = await autocannon({
    url,
    method: 'POST',
    body,
    headers: all,
    connections: 32,
    duration: Number(seconds),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  }
  const { requests, latency } = result;
  return { client: 'autocannon', perSecond: requests.average, p50: latency.p50, p99: latency.p99 };
}

console.log(JSON.stringify(hasWrk() ? byWrk() : await byAutocannon()));
