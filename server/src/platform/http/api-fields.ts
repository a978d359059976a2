type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Some columns of a row as replies have them: names in camel case, times in ISO 8601. */
export function apiFields<Row extends object, Column extends keyof Row & string>(row: Row, ...columns: Column[]) {
  const fields = columns.map((column) => {
    const value = row[column];
    return [camelCase(column), value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(fields) as {
    [Name in Column as CamelCase<Name>]: Row[Name] extends Date | null ? Exclude<Row[Name], Date> | string : Row[Name];
  };
}
