/** The sign before the number of a group: `$1` in Java's family, `\1` elsewhere. */
export type GroupSign = '\\' | '$';

/** What a match is replaced by: texts, and numbers of groups. */
export type Replacement = readonly (string | number)[];

/** Reads `a$1b` or `a\1b`. A doubled sign stands for itself. */
export function readReplacement(text: string, sign: GroupSign): Replacement {
  const places = sign === '$' ? /(\$\$|\$\d)/ : /(\\\\|\\\d)/;
  return text
    .split(places)
    .map((part, i) => (i % 2 === 0 ? part : part === sign + sign ? sign : Number(part.slice(1))))
    .filter((part) => part !== '');
}

/** Backslashes are special in every engine's replacement, and dollar signs where they name groups. */
export function writeReplacement(parts: Replacement, sign: GroupSign): string {
  const special = sign === '$' ? /[\\$]/g : /\\/g;
  return parts.map((part) => (typeof part === 'number' ? sign + part : part.replace(special, '\\$&'))).join('');
}
