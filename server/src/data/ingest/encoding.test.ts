import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodingOfHead, legacyEncoding } from './encoding.ts';
import { ingesting } from './ingest.fixtures.ts';
import { textCheck } from './local-file.ts';

const { read } = await ingesting();

const swapBytes = (bytes: Buffer) => Buffer.from(bytes).swap16();
const LATIN = 'name;ort\nJürgen;Köln\nÉloïse;Besançon\n';
const expected = [
  { name: 'Jürgen', ort: 'Köln' },
  { name: 'Éloïse', ort: 'Besançon' },
];

test.each([
  ['utf-8', Buffer.from(LATIN)],
  ['utf-8', Buffer.from(`\ufeff${LATIN}`)],
  ['utf-16le', Buffer.from(`\ufeff${LATIN}`, 'utf16le')],
  ['utf-16le', Buffer.from(LATIN, 'utf16le')],
  ['utf-16be', swapBytes(Buffer.from(`\ufeff${LATIN}`, 'utf16le'))],
  ['utf-16be', swapBytes(Buffer.from(LATIN, 'utf16le'))],
  ['windows-1252', Buffer.from(LATIN, 'latin1')],
])('%s', async (encoding, bytes) => {
  const { reading, rows } = await read(bytes);
  expect([reading.encoding, rows]).toEqual([encoding, expected]);
});

test('the signs that cp1252 has and latin-1 has not', async () => {
  const bytes = Buffer.concat([
    Buffer.from('price,note\n5,'),
    Buffer.from([0x80, 0x93, 0x41, 0x94, 0x85]),
    Buffer.from('\n'),
  ]);
  expect((await read(bytes)).rows).toEqual([{ price: 5n, note: '€“A”…' }]);
});

/** 名前,都市 / 田中,東京 / さくら,大阪: there is no encoder for it in Node. */
const SHIFT_JIS = Buffer.from(
  '96bc914f2c93738e730a93c492862c938c8b9e0a82b382ad82e72c91e58de30a'.replace('93c4', '9363'),
  'hex',
);

test('shift_jis', async () => {
  const text = new TextDecoder('shift_jis').decode(SHIFT_JIS);
  const { reading, rows, types } = await read(SHIFT_JIS);
  expect(reading.encoding).toBe('shift_jis');
  expect(Object.keys(types).join(',')).toBe(text.split('\n')[0]);
  expect(rows.map((row) => Object.values(row).join(','))).toEqual(text.trim().split('\n').slice(1));
});

test('a Western letter far down, after a megabyte of plain signs', async () => {
  const plain = Buffer.from(`a,b\n${'1,x\n'.repeat(300_000)}2,`);
  const { reading } = await read(Buffer.concat([plain, Buffer.from([0xe9]), Buffer.from('\n')]));
  expect(reading.encoding).toBe('windows-1252');
});

test('bytes an encoding does not have are an error with their line', async () => {
  const broken = Buffer.concat([SHIFT_JIS, Buffer.from('8220', 'hex'), SHIFT_JIS, SHIFT_JIS]);
  const repeated = Buffer.concat([...Array.from({ length: 60 }, () => SHIFT_JIS), broken]);
  await expect(read(repeated)).rejects.toThrow('Line 184: the bytes are not valid shift_jis');
});

test('UTF-8 is recognised however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(fc.nat(40), { maxLength: 20 }),
      (text, cuts) => {
        const bytes = Buffer.from(text);
        const { check, see } = textCheck();
        let at = 0;
        for (const cut of cuts) {
          see(bytes.subarray(at, at + cut));
          at += cut;
        }
        see(bytes.subarray(at));
        see(null);
        expect(check.utf8).toBe(true);
        expect(check.hasZero).toBe(text.includes('\u0000'));
      },
    ),
  );
});

test('Western text is not taken for Japanese, plain text for nothing special', () => {
  for (const text of ['café, naïve, über', 'señor;ñandú;año', 'ÀÉÎÕÜ àéîõü', '“quoted” – dash…']) {
    expect([text, legacyEncoding(Buffer.from(text, 'latin1'))]).toEqual([text, 'windows-1252']);
  }
  expect(encodingOfHead(Buffer.from('a,b\n1,2\n'))).toBeNull();
});
