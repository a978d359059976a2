interface Derived {
  readonly name: string;
  readonly parent_names: readonly string[];
}

/**
 * In time series a model derives all features of a column it may see, so a list can take or leave columns, not single
 * features. Answers the columns of which a list takes only some.
 */
export function splitColumns(derived: readonly Derived[], listed: ReadonlySet<string>): string[] {
  const byColumn = new Map<string, boolean[]>();
  for (const { name, parent_names } of derived) {
    for (const column of parent_names) byColumn.set(column, [...(byColumn.get(column) ?? []), listed.has(name)]);
  }
  return [...byColumn].filter(([, taken]) => taken.includes(true) && taken.includes(false)).map(([column]) => column);
}
