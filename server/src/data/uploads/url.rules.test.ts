import { expect, test } from 'vitest';
import { fileNameOf, wrongUrl } from './url.rules.ts';

test.each([
  ['', 'is not a valid URL'],
  ['data.csv', 'is not a valid URL'],
  ['file:///etc/passwd', 'begin with file:'],
  ['ftp://host/a.csv', 'begin with ftp:'],
  ['s3://bucket/a.csv', 'begin with s3:'],
  ['data:text/csv,a', 'begin with data:'],
  ['https://user:secret@host/a.csv', 'carries a name or password'],
  ['https://user@host/a.csv', 'carries a name or password'],
])('%s is refused', (url, reason) => {
  expect(wrongUrl(url)).toContain(reason);
  expect(wrongUrl(url)).not.toContain('secret');
});

test('http and https on any port are fine', () => {
  expect(['http://host/a', 'https://host:8443/a?b=c#d', 'HTTP://HOST'].map(wrongUrl)).toEqual([null, null, null]);
});

test.each([
  ['https://host/folder/sales.csv?token=1', undefined, undefined, 'sales.csv'],
  ['https://host/folder/sales%202024.csv', undefined, undefined, 'sales 2024.csv'],
  ['https://host/', undefined, 'text/csv; charset=utf-8', 'data.csv'],
  ['https://host/export', undefined, 'application/vnd.apache.parquet', 'export.parquet'],
  ['https://host/x', 'attachment; filename="report.tsv"', 'text/csv', 'report.tsv'],
  ['https://host/x', "attachment; filename=a.csv; filename*=UTF-8''%C3%A9t%C3%A9.csv", undefined, 'été.csv'],
  ['https://host/x', 'attachment; filename="../../etc/passwd"', undefined, 'passwd'],
  ['https://host/x', 'attachment; filename="..\\\\evil.csv"', undefined, 'evil.csv'],
  ['https://host/%2e%2e%2f%00..', undefined, undefined, 'data'],
  ['https://host/%E0%A4%A', undefined, undefined, '%E0%A4%A'],
])('%s with %s of %s is called %s', (url, disposition, type, name) => {
  expect(fileNameOf(url, disposition, type)).toBe(name);
});
