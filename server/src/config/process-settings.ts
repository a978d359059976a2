import { oneOf } from './setting-checks.ts';
import type { Setting } from './settings.ts';

/** How the processes of a server are kept. The launcher reads these (bin/supervise.js), the server only shows them. */
export const processSettings = [
  {
    name: 'ALMANAC_STANDBY',
    fallback: 'true',
    about:
      'true: serve keeps a loaded process that takes over within moments when the server process ends; false: it is started then',
    check: oneOf('true', 'false'),
  },
  {
    name: 'ALMANAC_NODE',
    fallback: 'bundled',
    about: 'bundled re-executes under the bundled Node when the system one is older than 22; system never does',
    check: oneOf('bundled', 'system'),
  },
] as const satisfies readonly Setting[];
