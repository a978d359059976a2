/** A text of a file, and what stands there instead while the fault is planted. */
export interface Place {
  readonly file: string;
  /** The exact text to replace; it occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** One fault that a test of its part must notice. */
export interface Fault extends Place {
  /** Unique in its part, in kebab case. */
  readonly name: string;
  /** What a user would see with it, in one sentence. */
  readonly breaks: string;
  /** Further places that must change with it: a guard with two locks opens when both are open. */
  readonly also?: readonly Place[];
  /** The test files of which one must fail: the narrowest there are. */
  readonly tests: readonly string[];
}

/** A fault with the part it belongs to; `id` is what `npm run mutants -- ID` takes. */
export interface PlantedFault extends Fault {
  readonly part: string;
  readonly id: string;
}

export const placesOf = ({ file, find, replace, also = [] }: Fault): readonly Place[] => [
  { file, find, replace },
  ...also,
];

/** The text with the fault in it. Throws when the list no longer fits the code. */
export function plant(id: string, { file, find, replace }: Place, text: string): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined)
    throw new Error(`${id}: the text to replace is no longer in ${file}. Mend the fault: ${find}`);
  if (more.length > 0)
    throw new Error(`${id}: the text to replace occurs ${more.length + 1} times in ${file}: ${find}`);
  if (replace === find) throw new Error(`${id}: the replacement changes nothing`);
  return before + replace + after;
}

/** What is wrong with a fault, by the files as they are now; null when it fits. */
export function staleness(fault: PlantedFault, read: (file: string) => string | null): string | null {
  const missing = [...placesOf(fault).map(({ file }) => file), ...fault.tests].find((file) => read(file) === null);
  if (missing !== undefined) return `${fault.id}: ${missing} is no longer there`;
  try {
    for (const place of placesOf(fault)) plant(fault.id, place, read(place.file) ?? '');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
