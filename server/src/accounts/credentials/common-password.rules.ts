import { COMMON_PASSWORDS } from './common-passwords.gen.ts';

let list: ReadonlySet<string> | undefined;

/** Made when it is first needed: most processes never set a password. */
const isListed = (text: string): boolean => {
  list ??= new Set(COMMON_PASSWORDS.trim().split(/\s+/));
  return list.has(text);
};

const LETTER_FOR: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** `p@ssw0rd` -> `password`. */
const spelledOut = (text: string, one = 'i'): string =>
  text.replaceAll(/[013457@$!]/g, (sign) => (sign === '1' ? one : (LETTER_FOR[sign] ?? sign)));

/** Without the few digits and signs that people put before and after a word: `summer2025!` -> `summer`. */
const core = (text: string): string => text.replace(/^[^\p{L}]{1,4}/u, '').replace(/[^\p{L}]{1,6}$/u, '');

/** `abcabcabc` -> `abc`; the text itself when nothing repeats. */
function repeatedUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length);
    if (text.length % length === 0 && unit.repeat(text.length / length) === text) return unit;
  }
  return text;
}

/** `abcdefgh`, `87654321`, `aaaaaaaa`: every character follows from the one before. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return Math.abs(step) <= 1 && codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step);
}

const spellings = (text: string): readonly string[] =>
  [text, text.replaceAll(/[\s._-]/g, '')].flatMap((one) => [one, spelledOut(one), spelledOut(one, 'l')]);

/** What a guesser tries first: the password as it is, its core, what it repeats, and each of them spelled out. */
function readings(password: string): ReadonlySet<string> {
  const text = password.normalize('NFKC').toLowerCase();
  return new Set([text, core(text), repeatedUnit(text), core(repeatedUnit(text))].flatMap(spellings));
}

/** Longer ones are on no list, and looking at every part of them would take time. */
const LOOKED_AT = 128;
const SHORTEST_CORE = 4;

const LISTED =
  'is too common: it is one of the 10,000 most used passwords, or one of them with a few characters changed. ' +
  'Four or five unrelated words are strong and easy to remember';
const SIMPLE =
  'is too simple: it repeats or counts up a few characters. Four or five unrelated words are strong and easy to remember';
const OWN_NAME = 'is too easy to guess: it is made of the username or e-mail address. Choose one that contains neither';

export interface Names {
  readonly username: string;
  readonly email?: string | null | undefined;
}

/** Null when the password is not among the first that a guesser tries, else what is wrong with it. */
export function commonPassword(password: string, { username, email }: Names): string | null {
  const start = password.slice(0, LOOKED_AT);
  const texts = readings(start);
  const names = [username, email ?? '', email?.split('@')[0] ?? ''].map((name) => name.toLowerCase());
  if (names.some((name) => name !== '' && texts.has(name))) return OWN_NAME;
  if ([...texts].some(isListed)) return LISTED;
  const unit = repeatedUnit(start);
  return isRun(start) || unit.length < SHORTEST_CORE || core(unit).length < SHORTEST_CORE ? SIMPLE : null;
}
