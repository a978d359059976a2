import { oneOf } from './setting-checks.ts';
import type { Setting } from './settings.ts';

/** Who may read /metrics. */
export const metricsSettings = [
  {
    name: 'ALMANAC_METRICS_KEY',
    fallback: null,
    secret: true,
    about: 'Key with which /metrics is read from other machines, as Authorization: Bearer <key>',
    check: (value) => (/^\S{16,}$/.test(value) ? null : 'must have at least 16 characters, none of them a blank'),
  },
  {
    name: 'ALMANAC_METRICS_PUBLIC',
    fallback: 'false',
    about: 'Whether /metrics answers everybody; else it takes the key, or a caller on the same machine',
    check: oneOf('true', 'false'),
  },
] as const satisfies readonly Setting[];
