import type { Reply } from '../wire/faults.ts';

/** The envelope of this provider's refusals. */
export const failed = (status: number, reason: string, message: string): Reply => ({
  status,
  body: { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } },
});

export const notFound = (id: string): Reply => failed(404, 'notFound', `File not found: ${id}.`);
