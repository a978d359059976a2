import { expect, test } from 'vitest';
import { call } from '../../../support/call.ts';
import { aRecipe, compute, keep } from '../a-recipe.ts';

test('200: in the language of the recipe; own operations, others, none', async () => {
  const { path } = await aRecipe([compute('twice', '`id` * 2')]);
  const sql = async (json?: object) => (await call('POST', `${path}sql/`, json === undefined ? {} : { json })).body.sql;
  expect(await sql()).toContain('`twice`');
  expect(await sql({})).toBe(await sql());
  expect(await sql({ operations: [] })).not.toContain('`twice`');
  expect(await sql({ operations: [keep('select', 'eq', "o'clock")] })).toMatch(/o(''|\\')clock/);
});

test('422: the step and the argument', async () => {
  const { path } = await aRecipe();
  const wrong = await call('POST', `${path}sql/`, {
    json: { operations: [keep('id', 'gt', 1), keep('nowhere', 'gt', 1)] },
  });
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.body.errors)[0]).toMatch(/^operations\.1\.arguments\.conditions\.0\.column/);
  expect((await call('POST', `${path}sql/`, { json: { operations: 'all' } })).status).toBe(422);
});
