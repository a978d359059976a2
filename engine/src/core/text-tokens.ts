/** Scripts that write without spaces: their words are approximated by pairs of characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function pairs(word: string): string[] {
  const characters = [...word];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** Words of a text: letters and digits of any script, lower case, in order. */
export function tokens(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => (UNSPACED.test(word) ? pairs(word) : [word]));
}

/** FNV-1a over UTF-16 units, finished so that the low bits are as good as the high ones. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return (h ^ (h >>> 13)) >>> 0;
}

/** Calls back with every word and every pair of neighbouring words of a text, and the bucket its hash chooses. */
export function eachNgram(text: string, bits: number, visit: (gram: string, bucket: number) => void): void {
  const words = tokens(text);
  const mask = 2 ** bits - 1;
  words.forEach((word, at) => {
    visit(word, hash(word) & mask);
    if (at === 0) return;
    const pair = `${words[at - 1]} ${word}`;
    visit(pair, hash(pair) & mask);
  });
}

/**
 * Counts of the words and neighbouring word pairs of a text, each counted in a bucket chosen by its hash (Weinberger
 * et al. 2009, "Feature hashing for large scale multitask learning"): no dictionary to keep, any text can be answered.
 */
export function hashedNgrams(text: string, bits: number): Map<number, number> {
  const counts = new Map<number, number>();
  eachNgram(text, bits, (_, bucket) => {
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  });
  return counts;
}
