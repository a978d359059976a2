/** The groups of a form that differ from what was there; only those are sent. */
export function changedGroups<Groups extends object>(before: Groups, after: Groups): Partial<Groups> {
  const names = Object.keys(after) as (keyof Groups)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name]]),
  ) as Partial<Groups>;
}
