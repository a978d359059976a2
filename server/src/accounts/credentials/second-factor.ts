import type { Platform } from '#platform/context.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { stepOf, typedCode } from './second-factor.rules.ts';
import { secondFactorStore } from './second-factor.store.ts';

type Needs = Pick<Platform, 'db' | 'secrets' | 'now'>;

/** What fits, but is not used up yet. */
export type Proof =
  | { readonly kind: 'not needed' }
  | { readonly kind: 'code'; readonly step: number }
  | { readonly kind: 'recovery'; readonly hash: Buffer };

export interface FactorCodes {
  readonly totpCode?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

export const factorPurpose = (userId: string): string => `second_factor:${userId}`;

export const recoveryHash = (secrets: Secrets, userId: string, code: string): Buffer =>
  secrets.fingerprint(`recovery:${userId}:${typedCode(code)}`);

/** Computed with when the account has no second factor, or does not exist, so that this cannot be told from the time. */
const STAND_IN = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const NOBODY = 'nobody';

/** Whether these codes satisfy the account's second factor. Nothing satisfies the factor of an account there is not. */
export async function verifySecondFactor(
  { db, secrets, now }: Needs,
  account: { readonly id: string; readonly factor: string | null } | null,
  { totpCode, recoveryCode }: FactorCodes,
): Promise<Proof | null> {
  const id = account?.id ?? NOBODY;
  const secret = account?.factor ? secrets.open(account.factor, factorPurpose(id)) : STAND_IN;
  const step = totpCode === undefined ? null : stepOf(secret, totpCode, now());
  const hash = recoveryCode === undefined ? null : recoveryHash(secrets, id, recoveryCode);
  const recovers = hash !== null && (await secondFactorStore(db.queries).hasCode(id, hash));
  if (account === null) return null;
  if (account.factor === null) return { kind: 'not needed' };
  if (step !== null) return { kind: 'code', step };
  return recovers ? { kind: 'recovery', hash } : null;
}

/** Uses the proof up. False when somebody else was faster: a code works once. */
export function consumeProof({ db, now }: Needs, userId: string, proof: Proof): Promise<boolean> {
  if (proof.kind === 'not needed') return Promise.resolve(true);
  return db.transaction((tx) => {
    const store = secondFactorStore(tx);
    return proof.kind === 'code' ? store.useStep(userId, proof.step) : store.useCode(userId, proof.hash, now());
  });
}
