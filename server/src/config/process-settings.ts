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
] as const satisfies readonly Setting[];
