import { wholeNumber } from './setting-checks.ts';
import type { Setting } from './settings.ts';

/** What requests may bring, and how long they are waited for. */
export const connectionSettings = [
  {
    name: 'ALMANAC_MAX_UPLOAD_BYTES',
    fallback: String(20 * 1024 ** 3),
    about: 'Largest uploaded file',
    check: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_SHUTDOWN_GRACE_SECONDS',
    fallback: '30',
    about: 'Seconds from the signal to stop until the process has ended, whatever clients and databases do',
    check: wholeNumber(1, 3600),
  },
  {
    name: 'ALMANAC_BODY_SILENCE_SECONDS',
    fallback: '120',
    about: 'Seconds without a byte after which the body of a request is given up (408)',
    check: wholeNumber(1, 3600),
  },
] as const satisfies readonly Setting[];
