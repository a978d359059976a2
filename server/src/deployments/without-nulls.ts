/** The fields that have a value: clients send null for what they leave out. */
export const withoutNulls = <T extends object>(fields: T): { [Field in keyof T]?: NonNullable<T[Field]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    [Field in keyof T]?: NonNullable<T[Field]>;
  };
