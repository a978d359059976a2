const utf8 = new TextEncoder();

/** Charsets of one byte a character, in which results are written back as the rows came. */
const ONE_BYTE = /^(windows-\d+|iso-8859-\d+|koi8-[ru]|ibm866|macintosh|x-mac-cyrillic)$/;

/** Results in the charset of the rows; in UTF-8 where that has more than one byte a character. */
export function encoderFor(charset: string): (text: string) => Uint8Array<ArrayBuffer> {
  const label = labelOf(charset);
  return ONE_BYTE.test(label) ? oneByte(label) : (text) => utf8.encode(text);
}

function labelOf(charset: string): string {
  const name = charset
    .trim()
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^latin-(\d)$/, 'latin$1')
    .replace(/^cp(125\d)$/, 'windows-$1');
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return 'utf-8';
  }
}

const tables = new Map<string, ReadonlyMap<string, number>>();
const QUESTION_MARK = 0x3f;

function oneByte(label: string): (text: string) => Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(label);
  const table =
    tables.get(label) ??
    new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const));
  tables.set(label, table);
  return (text) => Uint8Array.from(text, (character) => table.get(character) ?? QUESTION_MARK);
}
