import { type ZodType, z } from 'zod';

/** `buckets[].valuePerClass` -> its names; lists are passed through. */
const namesOf = (field: string): string[] => field.replaceAll('[]', '').split('.');

/** A schema in which one field is another, or missing (null). Fields that the schema does not have stay missing. */
export function editField(schema: ZodType, field: string, edit: (found: ZodType) => ZodType | null): ZodType {
  return editAt(schema, namesOf(field), edit);
}

function editAt(schema: ZodType, names: readonly string[], edit: (found: ZodType) => ZodType | null): ZodType {
  if (schema instanceof z.ZodOptional) return editAt(schema.unwrap() as ZodType, names, edit).optional();
  if (schema instanceof z.ZodNullable) return editAt(schema.unwrap() as ZodType, names, edit).nullable();
  if (schema instanceof z.ZodArray) return z.array(editAt(schema.element as ZodType, names, edit));
  const [name = '', ...rest] = names;
  const found: ZodType | undefined = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  if (!(schema instanceof z.ZodObject) || found === undefined) return schema;
  const edited = rest.length === 0 ? edit(found) : editAt(found, rest, edit);
  const { [name]: _, ...others } = schema.shape;
  return schema.clone({ ...schema._zod.def, shape: edited === null ? others : { ...schema.shape, [name]: edited } });
}

/** A value without one field, at whatever depth. */
export const withoutField = (value: unknown, field: string): unknown => withoutAt(value, namesOf(field));

function withoutAt(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutAt(one, names));
  const [name = '', ...rest] = names;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value;
  const { [name]: found, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...value, [name]: withoutAt(found, rest) };
}
