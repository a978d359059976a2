import { Problem } from '#platform/http/problem.ts';
import { wrongPassword } from '../users/user.rules.ts';
import { commonPassword, type Names } from './common-password.rules.ts';
import { hashPassword } from './password-hash.ts';

/** Null when this may become the password of this account, else what is wrong with it. */
export const wrongNewPassword = (password: string, names: Names): string | null =>
  wrongPassword(password) ?? commonPassword(password, names);

/** 422 that reads as a sentence and names the field; the password itself is told to nobody. */
export const refusedPassword = (field: string, reason: string): Problem =>
  new Problem(422, 'accounts.wrong_password', `The password ${reason}.`, {
    fields: { [field]: `The password ${reason}` },
  });

/** The only way to a stored password: whoever sets one, and wherever, it is looked at first. */
export function hashNewPassword(password: string, names: Names, field = 'password'): Promise<string> {
  const reason = wrongNewPassword(password, names);
  if (reason !== null) throw refusedPassword(field, reason);
  return hashPassword(password);
}
