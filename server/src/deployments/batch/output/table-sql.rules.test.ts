import { expect, test } from 'vitest';
import type { JdbcOutput } from '../jobs/places.schema.ts';
import { createStatement, writeStatement } from './table-sql.rules.ts';

const output = (more: object) =>
  ({ type: 'jdbc', dataStoreId: 'd', table: 'an"swers', statementType: 'insert', ...more }) as JdbcOutput;
const columns = ['id', 'price'];

test('empty cells are null, and names are quoted', () => {
  const [statement] = writeStatement(output({ schema: 'out' }), columns, [
    ['1', '2.5'],
    ['2', ''],
  ]);
  expect(statement).toEqual({
    text: 'INSERT INTO "out"."an""swers" ("id", "price") VALUES ($1, $2), ($3, $4)',
    values: ['1', '2.5', '2', null],
  });
});

test('an update sets the chosen columns of the rows with the same keys', () => {
  const update = output({ statementType: 'update', updateColumns: ['price'], whereColumns: ['id'] });
  expect(writeStatement(update, columns, [['1', '']])).toEqual([
    { text: 'UPDATE "an""swers" SET "price" = $1 WHERE "id" = $2', values: [null, '1'] },
  ]);
  expect(() => writeStatement({ ...update, whereColumns: ['house'] } as JdbcOutput, columns, [])).toThrow('house');
});

test('a table that is made has numbers where the results are numbers', () => {
  const made = createStatement(output({ statementType: 'insertUpdate', whereColumns: ['id'] }), ['id', 'THRESHOLD']);
  expect(made).toBe('CREATE TABLE IF NOT EXISTS "an""swers" ("id" text, "THRESHOLD" double precision, UNIQUE ("id"))');
});
