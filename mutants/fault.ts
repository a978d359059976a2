/** One fault that a test of its module must notice. */
export interface Fault {
  /** Unique in its part, in kebab case. */
  readonly name: string;
  /** What a user would see with it, in one sentence. */
  readonly breaks: string;
  /** The file it is planted in. */
  readonly file: string;
  /** The exact text to replace; it occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The test files of which one must fail: the narrowest there are. */
  readonly tests: readonly string[];
}

/** A fault with the part it belongs to; `id` is what `npm run mutants -- ID` takes. */
export interface PlantedFault extends Fault {
  readonly part: string;
  readonly id: string;
}

/** The text with the fault in it. Throws when the list no longer fits the code. */
export function plant(fault: PlantedFault, text: string): string {
  const [before, after, ...more] = text.split(fault.find);
  if (before === undefined || after === undefined)
    throw new Error(`${fault.id}: the text to replace is no longer in ${fault.file}. Mend the fault: ${fault.find}`);
  if (more.length > 0)
    throw new Error(`${fault.id}: the text to replace occurs ${more.length + 1} times in ${fault.file}: ${fault.find}`);
  if (fault.replace === fault.find) throw new Error(`${fault.id}: the replacement changes nothing`);
  return before + fault.replace + after;
}
