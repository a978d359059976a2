import { NoSpaceLeft } from '#platform/storage/no-space.ts';

/** What DuckDB said, apart from where our files lie. `kind` is its own word: Binder, Conversion, Out of Memory, ... */
export class DuckdbProblem extends Error {
  readonly kind: string;

  constructor(kind: string, message: string, cause: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

const NO_SPACE = /No space left on device|Disk quota exceeded/i;
const SHAPE = /^(?:Failed to [a-z ]+: )?([A-Z][A-Za-z -]*?) Error: ?([\s\S]*)$/;

const advice: Readonly<Record<string, string>> = {
  'Out of Memory':
    'The work needs more memory than the server gives one piece of work. Use fewer columns or rows, or ask the administrator to raise ALMANAC_SQL_MEMORY_BYTES or ALMANAC_SQL_TEMP_BYTES.',
};

/**
 * Messages of DuckDB name files and repeat the statement; neither is for the person who asked. `folders` are the places
 * of ours whose names must not appear.
 */
export function duckdbProblem(error: unknown, folders: readonly string[]): DuckdbProblem | NoSpaceLeft {
  const said = error instanceof Error ? error.message : String(error);
  // No fault of the file or the statement: it says so by name, so that nobody takes it for one.
  if (NO_SPACE.test(said)) return new NoSpaceLeft('The disk is full.', { cause: error });
  const [, kind = 'Unknown', rest = said] = SHAPE.exec(said) ?? [];
  const withoutStatement = rest.replace(/\n+LINE \d+:[\s\S]*$/, '');
  const text = folders.reduce(hidePaths, withoutStatement).trim();
  return new DuckdbProblem(kind, advice[kind] ?? text, error);
}

function hidePaths(text: string, folder: string): string {
  const anchored = folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`["']?${anchored}[^"'\\s,;)\\]]*["']?`, 'g'), 'the file');
}
