import { expect, test } from 'vitest';
import { readingMismatch } from './ingest.job.ts';

const csv = { format: 'csv', encoding: 'utf-8', separator: ',' } as const;

test.each([
  [{}, csv, null],
  [{ encoding: 'ASCII', delimiter: ',' }, csv, null],
  [{ encoding: 'WINDOWS1252' }, csv, 'dataStageEncoding says "WINDOWS1252", but the file of the stage has utf-8'],
  [{ delimiter: ';' }, csv, 'dataStageDelimiter says ";"'],
  [{ compression: 'zip' }, csv, 'has no compression'],
  [{ compression: 'zip' }, { ...csv, compression: 'zip' }, null],
  [{ delimiter: ';' }, { format: 'parquet' }, null],
] as const)('%j of a file %j', (said, found, wrong) => {
  const told = readingMismatch(said, found);
  if (wrong === null) expect(told).toBeNull();
  else expect(told).toContain(wrong);
});
