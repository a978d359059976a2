import { createHash } from 'node:crypto';

/** An id that a job finds again when it runs a second time. */
export const stableId = (...pieces: readonly (string | number)[]): string =>
  createHash('sha256').update(pieces.join('/')).digest('hex').slice(0, 24);
