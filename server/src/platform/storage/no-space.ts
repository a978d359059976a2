/** The disk is full, the account's share of it is used up, or PostgreSQL says so of its own disk. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Writing failed for want of space: what a program that says so only in words is turned into. */
export class NoSpaceLeft extends Error {
  readonly code = 'ENOSPC';
}

/** Whether something failed because a disk of the server has no space left, whoever noticed it first. */
export function isNoSpace(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 10; one = one.cause, depth++) {
    if ('code' in one && CODES.has(one.code)) return true;
  }
  return false;
}
