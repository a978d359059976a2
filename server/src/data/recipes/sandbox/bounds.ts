/** Short texts can stand for very long ones: what a recipe becomes is bounded, not only what people write. */
export const MOST_SQL = 4_000_000;
export const MOST_COLUMNS = 10_000;
const MOST_EXPRESSION = MOST_SQL / 4;
/** Engines stop at a thousand levels, and some things take two of them. */
const DEEPEST = 400;

export function mustFit(characters: number): void {
  if (characters > MOST_SQL)
    throw new SandboxRefusal(`This becomes more than ${MOST_SQL} characters of SQL. Split it into several recipes`);
}

export function expressionMustFit<Written extends { readonly sql: string }>(written: Written): Written {
  if (written.sql.length > MOST_EXPRESSION)
    throw new SandboxRefusal(
      `This expression becomes more than ${MOST_EXPRESSION} characters of SQL. Compute parts of it as columns first`,
    );
  return written;
}

export function columnsMustFit(count: number): void {
  if (count > MOST_COLUMNS)
    throw new SandboxRefusal(`A table here has ${count} columns, at most ${MOST_COLUMNS} are possible. Select fewer`);
}

/** Looks without going down itself: what it refuses would be too deep for those who come after, who do. */
export function mustBeShallow(tree: object): void {
  const waiting: { readonly part: object; readonly depth: number }[] = [{ part: tree, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { part, depth } = next;
    if (depth > DEEPEST)
      throw new SandboxRefusal(
        `More than ${DEEPEST} things hang on each other here. Compute parts of it as columns first`,
      );
    // A list is no level of its own.
    const below = Array.isArray(part) ? depth : depth + 1;
    for (const one of Object.values(part))
      if (typeof one === 'object' && one !== null) waiting.push({ part: one, depth: below });
  }
}

/** Text that people wrote and that will not be run: what is wrong, where, and what to do. */
export class SandboxRefusal extends Error {
  /** Where in the text, from 0; the beginning where no place is to blame. */
  readonly at: number;

  constructor(message: string, at = 0) {
    super(message);
    this.at = at;
  }
}
