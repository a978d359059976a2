interface PasswordStrength {
  /** 0 (guessed at once) to 4 (years). */
  readonly score: 0 | 1 | 2 | 3 | 4;
  readonly label: string;
  /** What would make it better; empty when nothing is needed. */
  readonly advice: string;
}

const COMMON = /^(password|passwort|letmein|welcome|admin|administrator|qwerty|qwertz|iloveyou|monkey|dragon|almanac)/i;

/** Letters of a run such as `abcd`, `4321` or `aaaa` add no surprise: they count as one. */
function surprisingLength(password: string): number {
  const codes = Array.from(password, (letter) => letter.codePointAt(0) ?? 0);
  return codes.filter((code, index) => {
    const [before, earlier] = [codes[index - 1], codes[index - 2]];
    if (before === undefined || earlier === undefined) return true;
    const step = code - before;
    return Math.abs(step) > 1 || step !== before - earlier;
  }).length;
}

const alphabet = (password: string): number =>
  [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].reduce(
    (size, kind, index) => size + (kind.test(password) ? ([26, 26, 10, 33][index] ?? 0) : 0),
    0,
  );

/** A hint while typing, from length, variety and the commonest words. The server decides what it accepts. */
export function passwordStrength(password: string, username = ''): PasswordStrength {
  const own = username.length >= 3 && password.toLowerCase().includes(username.toLowerCase());
  const unlikely = own || COMMON.test(password) ? surprisingLength(password) - 8 : surprisingLength(password);
  const bits = Math.max(0, unlikely) * Math.log2(Math.max(2, alphabet(password)));
  const advice = own
    ? 'It contains your username; leave that out.'
    : 'Make it longer: four or five unrelated words are strong and easy to remember.';
  if (bits < 28) return { score: 0, label: 'Very weak', advice };
  if (bits < 45) return { score: 1, label: 'Weak', advice };
  if (bits < 60) return { score: 2, label: 'Fair', advice };
  if (bits < 80) return { score: 3, label: 'Good', advice: '' };
  return { score: 4, label: 'Strong', advice: '' };
}
