import { expect, test } from 'vitest';
import { areDocuments } from './document-kind.rules.ts';
import { DocumentReader } from './document-reader.ts';
import { docx, pdf } from './documents.fixtures.ts';
import { ingesting } from './ingest.fixtures.ts';
import { zip } from './zip.fixtures.ts';

const { read } = await ingesting();

const HTML = `<!doctype html><html><head><title>Bread &amp; butter</title><style>p { color: red }</style></head>
<body><script>alert(1)</script><h1>Baking</h1><p>Knead   the
dough.</p><ul><li>one</li><li>two</li></ul></body></html>`;

test('txt, md, html, pdf and docx become rows of document and document_file_path; the rest is named', async () => {
  const { rows, reading, types } = await read(
    zip(
      { name: 'handbook/', content: '' },
      { name: 'handbook/a.txt', content: Buffer.from('caf\u00e9 \u20ac', 'latin1') },
      { name: 'handbook/b.md', content: '# Title\r\n\r\n\r\n\r\nWords with \u00fcmlauts' },
      { name: 'handbook/c.HTML', content: HTML },
      { name: 'handbook/d.pdf', content: pdf('First page', 'Second page') },
      { name: 'handbook/e.docx', content: docx('One &amp; two', 'Three') },
      { name: 'handbook/broken.pdf', content: '%PDF-1.4 nothing' },
      { name: 'handbook/false.docx', content: 'no archive' },
      { name: 'handbook/binary.txt', content: Buffer.from([1, 2, 0, 0, 3, 4, 5, 6]) },
      { name: 'handbook/empty.md', content: '  \n' },
      { name: 'handbook/picture.png', content: 'png' },
    ),
    { fileName: 'handbook.zip' },
  );
  expect(types).toEqual({ document: 'VARCHAR', document_file_path: 'VARCHAR' });
  expect(rows).toEqual([
    { document: expect.stringContaining('caf\u00e9'), document_file_path: 'handbook/a.txt' },
    { document: '# Title\n\nWords with \u00fcmlauts', document_file_path: 'handbook/b.md' },
    {
      document: 'Bread & butter\n\nBaking\n\nKnead the dough.\n\none\n\ntwo',
      document_file_path: 'handbook/c.HTML',
    },
    { document: 'First page\n\nSecond page', document_file_path: 'handbook/d.pdf' },
    { document: 'One & two\nThree', document_file_path: 'handbook/e.docx' },
  ]);
  expect(reading).toMatchObject({ format: 'documents', compression: 'zip' });
  expect(reading.warnings).toEqual([
    expect.stringMatching(/^handbook\/broken\.pdf was left out: ./),
    expect.stringMatching(/^handbook\/false\.docx was left out: ./),
    'handbook/binary.txt was left out: it is no text',
    'handbook/empty.md was left out: it holds no text',
    'handbook/picture.png was left out: only txt, md, html, pdf and docx are read',
  ]);
});

test('texts that look like numbers or dates stay texts', async () => {
  const files = ['1', '2024-01-01'].map((content, at) => ({ name: `${at}.md`, content }));
  expect((await read(zip(...files))).rows.map(({ document }) => document)).toEqual(['1', '2024-01-01']);
});

test('422: nothing to read, a bomb, tables among documents', async () => {
  const nothing = zip({ name: 'a.pdf', content: 'x' }, { name: 'b.md', content: '' });
  await expect(read(nothing)).rejects.toThrow('None of the 2 files of the archive could be read');
  const zeros = Buffer.alloc(33 * 1024 ** 2, 'a');
  const bomb = zip({ name: 'a.md', content: zeros }, { name: 'b.md', content: zeros });
  await expect(read(bomb)).rejects.toThrow('more than 250 times as large');
  await expect(read(zip({ name: 'a.md', content: 'x' }, { name: 'b.csv', content: 'a\n1\n' }))).rejects.toThrow(
    'The archive holds 2 files',
  );
  const packed = docx('x'.repeat(65 * 1024 ** 2));
  const { rows, reading } = await read(zip({ name: 'vast.docx', content: packed }, { name: 'b.md', content: 'fine' }));
  expect([rows.length, reading.warnings]).toEqual([1, [expect.stringContaining('vast.docx was left out')]]);
});

test('a file whose packed bytes are damaged is named, and the others are read', async () => {
  const archive = zip({ name: 'a.md', content: 'x'.repeat(500) }, { name: 'b.md', content: 'fine' });
  // Behind the head of the first file: 30 bytes and its name.
  archive.fill(0xff, 34, 38);
  const { rows, reading } = await read(archive);
  expect(rows).toEqual([{ document: 'fine', document_file_path: 'b.md' }]);
  expect(reading.warnings).toEqual([expect.stringMatching(/^a\.md was left out: ./)]);
});

test('one text alone is one document; beside a table there are no documents', () => {
  expect(areDocuments(['data.txt'])).toBe(true);
  expect(areDocuments(['data.txt', 'data.csv'])).toBe(false);
  expect(areDocuments(['notes.md'])).toBe(true);
  expect(areDocuments(['report.PDF'])).toBe(true);
  expect(areDocuments([])).toBe(false);
  expect(areDocuments(['a.txt', 'b.txt'])).toBe(true);
});

test('a document that takes too long loses its thread, and the next is read by another', async () => {
  const reader = new DocumentReader(1);
  const { signal } = new AbortController();
  const slow = await reader.read('pdf', pdf(...Array.from({ length: 200 }, () => 'page')), signal);
  expect(slow).toEqual({ reason: 'it took longer than 0.001 seconds' });
  await reader.close();
  const patient = new DocumentReader();
  expect(await patient.read('text', Buffer.from('fine'), signal)).toEqual({ text: 'fine' });
  const gone = new AbortController();
  gone.abort(new Error('cancelled'));
  await expect(patient.read('text', Buffer.from('x'), gone.signal)).rejects.toThrow('cancelled');
  await patient.close();
});

test('a reader whose caller left answers the next caller with the next document', async () => {
  const reader = new DocumentReader();
  const leaving = new AbortController();
  const left = reader.read('text', Buffer.from('the first'), leaving.signal);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  const { signal } = new AbortController();
  expect(await reader.read('text', Buffer.from('the second'), signal)).toEqual({ text: 'the second' });
  await reader.close();
});
