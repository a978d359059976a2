/** The named fields of a record. */
export const pick = <T extends object, K extends keyof T>(source: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<T, K>;

/** The named fields of a record, null where it lacks them. */
export const pickOrNull = <T extends object, K extends keyof T>(source: T | null, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, source?.[name] ?? null])) as { [P in K]-?: NonNullable<T[P]> | null };
