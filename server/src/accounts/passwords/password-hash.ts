import { hash, verify } from '@node-rs/argon2';
import { refuse } from '#platform/http/problem.ts';
import { bounded } from './bounded.ts';
import { PasswordProblems } from './password.problems.ts';

/** argon2id by default. 19 MiB and two passes: about 35 ms of one core, away from the event loop. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What is verified when there is no such account, so that the answer takes as long as for one that exists. */
export const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$1hGHi2CvVaF0PvPi9wikMA$TRx+Kwp3/jSHvUNuCdQA7HQcgrwyewyz5AyaizxMJjs';

const atMost = bounded(2, 100);

export async function hashPassword(password: string): Promise<string> {
  return (await atMost(() => hash(password, COST))) ?? refuse(PasswordProblems.tooBusy);
}

/** `stored` is null for accounts without a password and for accounts that do not exist: false, after the same time. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const fits = (await atMost(() => verify(stored ?? NOBODYS, password))) ?? refuse(PasswordProblems.tooBusy);
  return fits && stored !== null;
}
