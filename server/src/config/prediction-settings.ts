import { wholeNumber } from './setting-checks.ts';
import type { Setting } from './settings.ts';

/** Models in memory, limits of prediction requests, of what waits to be recorded of them, and of the space that should be left. */
export const predictionSettings = [
  {
    name: 'ALMANAC_HOT_MODEL_BYTES',
    fallback: String(1024 ** 3),
    about: 'Memory for models that answer predictions, in the server and again in each scoring thread',
    check: wholeNumber(1024 ** 2, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_SCORING_THREADS',
    fallback: null,
    about: 'Threads of the server for large prediction requests; without it all cores, at most 4',
    check: wholeNumber(1, 256),
  },
  {
    name: 'ALMANAC_PREDICTION_COLUMNS',
    fallback: '20000',
    about: 'Most columns of the rows of a prediction request or batch; never fewer than the model itself uses',
    check: wholeNumber(1, 1_000_000),
  },
  {
    name: 'ALMANAC_SCORING_QUEUE_BYTES',
    fallback: String(256 * 1024 ** 2),
    about:
      'Most bytes of large prediction requests of one caller that wait for a scoring thread; more are refused (429)',
    check: wholeNumber(1024 ** 2, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_RECORDING_BUFFER_BYTES',
    fallback: String(64 * 1024 ** 2),
    about:
      'Memory of each process for prediction records that cannot be written yet (full or slow disk); beyond it the oldest are dropped',
    check: wholeNumber(1024 ** 2, Number.MAX_SAFE_INTEGER),
  },
  {
    name: 'ALMANAC_STORAGE_LOW_BYTES',
    fallback: String(64 * 1024 ** 2),
    about: 'Free space on the disk of the data folder below which /readyz says degraded',
    check: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
] as const satisfies readonly Setting[];
