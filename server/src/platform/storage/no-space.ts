import { CODES } from './free-space.ts';

/** Whether something failed because a disk of the server has no space left, whoever noticed it first. */
export function isNoSpace(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 10; one = one.cause, depth++) {
    if ('code' in one && CODES.has(one.code)) return true;
  }
  return false;
}
