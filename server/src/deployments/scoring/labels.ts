/** A number as a program writes one: no zeros in front, which would make it a code. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Labels that are numbers in the data are numbers in the answer, as clients compare them; all of one type. */
export const labelsOf = (classes: readonly string[]): readonly (string | number)[] =>
  classes.every((label) => NUMBER.test(label) && label.length < 16) ? classes.map(Number) : classes;
