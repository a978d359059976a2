import type { Reader } from './tokens.ts';
import type { CastType } from './tree.ts';

const simple: Readonly<Record<string, Exclude<CastType['to'], 'decimal'>>> = {
  int: 'integer',
  integer: 'integer',
  bigint: 'integer',
  smallint: 'integer',
  tinyint: 'integer',
  long: 'integer',
  int64: 'integer',
  int8: 'integer',
  int4: 'integer',
  double: 'double',
  float: 'double',
  real: 'double',
  float8: 'double',
  float64: 'double',
  varchar: 'string',
  string: 'string',
  text: 'string',
  char: 'string',
  boolean: 'boolean',
  bool: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  datetime: 'timestamp',
  timestamp_ntz: 'timestamp',
};

/** The type in `CAST(x AS type)`: one of a closed list, so a type can never be an expression or a table's row. */
export function parseType(reader: Reader): CastType {
  const token = reader.look();
  const name = token.kind === 'word' ? token.value : '';
  if (name === 'decimal' || name === 'numeric') {
    reader.next();
    const [precision = 18, scale = 0] = sizes(reader);
    if (precision < 1 || precision > 38 || scale > precision) return reader.refuse('a precision from 1 to 38');
    return { to: 'decimal', precision, scale };
  }
  const to = Object.hasOwn(simple, name) ? simple[name] : undefined;
  if (to === undefined) return reader.refuse('a type: bigint, double, decimal, varchar, boolean, date or timestamp');
  reader.next();
  if (name === 'double') reader.takeWords('precision');
  if (name === 'varchar' || name === 'char' || name === 'timestamp') sizes(reader);
  return { to };
}

function sizes(reader: Reader): readonly number[] {
  if (reader.takeSign('(') === undefined) return [];
  const numbers = reader.list(() => wholeNumber(reader));
  reader.needSign(')');
  return numbers;
}

export function wholeNumber(reader: Reader): number {
  const { kind, value } = reader.look();
  if (kind !== 'number' || !/^\d{1,10}$/.test(value)) return reader.refuse('a whole number');
  reader.next();
  return Number(value);
}
