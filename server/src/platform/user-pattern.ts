import { RE2JS, RE2JSException } from 're2js';

/** A regular expression of a user's, on an engine whose time grows with the text alone, whatever the expression. */
export interface UserPattern {
  /** Where it is found, one after the other; the second number is the place behind it. */
  matches(text: string): Iterable<readonly [from: number, to: number]>;
}

/** It is no regular expression, or uses what would need backtracking. The message says which part. */
export class UnsupportedPattern extends Error {}

/** Names for the parts of the syntax that JavaScript has and a linear-time engine cannot have. */
const NOT_LINEAR: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/, 'look-ahead and look-behind'],
  [/\\[1-9]|\\k</, 'back-references'],
];

export function compilePattern(text: string): UserPattern {
  const pattern = compileUncached(text);
  return {
    *matches(searched) {
      const matcher = pattern.matcher(searched);
      while (matcher.find()) yield [matcher.start(), matcher.end()];
    },
  };
}

function compileUncached(text: string): RE2JS {
  try {
    return RE2JS.compile(text);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const part = NOT_LINEAR.find(([shape]) => shape.test(text))?.[1];
    const reason = error.message.replace(/^error parsing regexp: /, '');
    throw new UnsupportedPattern(part === undefined ? reason : `${part} are not supported`);
  }
}
