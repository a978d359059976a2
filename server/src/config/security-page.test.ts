import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settings } from './index.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8');

/** Settings that bound what somebody may use, or decide whom the server calls and believes. */
const LIMITS =
  /_(BYTES|SECONDS|DAYS|ROWS|COLUMNS|HOSTS|PROXIES|LIMIT|ORIGIN)$|_LIMIT_|_(SQL|SCORING)_THREADS$|_METRICS_/;

/** `A_LIGHT`, `_HEAVY` in one row stands for both. */
function isNamed(name: string): boolean {
  const last = `_${name.split('_').at(-1)}`;
  const family = name.slice(0, -last.length);
  const row = PAGE.split('\n').find((line) => line.includes(`\`${family}_`) && line.includes(`\`${last}\``));
  return PAGE.includes(`\`${name}\``) || row !== undefined || PAGE.includes(`\`${name}=`);
}

test('the page on security names every setting that is a limit', () => {
  const limits = settings.map(({ name }) => name).filter((name) => LIMITS.test(name));
  expect(limits.length).toBeGreaterThan(10);
  expect(limits.filter((name) => !isNamed(name))).toEqual([]);
});
