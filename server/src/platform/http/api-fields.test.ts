import { expect, it } from 'vitest';
import { apiFields } from './api-fields.ts';

it('names columns in camel case and writes times in ISO 8601', () => {
  const row = { id: '1', created_at: new Date(0), deleted_at: null as Date | null, sealed_token: 'x' };
  const fields: { id: string; createdAt: string; deletedAt: string | null } = apiFields(
    row,
    'id',
    'created_at',
    'deleted_at',
  );
  expect(fields).toEqual({ id: '1', createdAt: '1970-01-01T00:00:00.000Z', deletedAt: null });
});
