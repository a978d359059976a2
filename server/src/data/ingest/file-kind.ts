/** What a file is by its first bytes: names lie. */
export type FileKind =
  | { readonly kind: 'parquet' | 'zip' | 'gzip' | 'text' }
  | { readonly kind: 'unsupported'; readonly format: string };

const SIGNATURES: readonly (readonly [format: string, bytes: RegExp])[] = [
  ['compressed with bzip2', /^425a683.314159265359/],
  ['compressed with xz', /^fd377a585a00/],
  ['compressed with Zstandard', /^28b52ffd/],
  ['a 7z archive', /^377abcaf271c/],
  ['a RAR archive', /^526172211a07/],
  ['an old Excel workbook (.xls)', /^d0cf11e0a1b11ae1/],
  ['a PDF document', /^25504446/],
  ['a PNG picture', /^89504e470d0a1a0a/],
  ['a JPEG picture', /^ffd8ff/],
  ['an Avro file', /^4f626a01/],
  ['an Arrow file', /^4152524f5731/],
  ['a program', /^7f454c46/],
];

export function fileKind(head: Buffer): FileKind {
  const hex = head.subarray(0, 16).toString('hex');
  if (hex.startsWith('50415231')) return { kind: 'parquet' };
  if (hex.startsWith('504b0304') || hex.startsWith('504b0506')) return { kind: 'zip' };
  if (hex.startsWith('1f8b')) return { kind: 'gzip' };
  const other = SIGNATURES.find(([, bytes]) => bytes.test(hex));
  if (other) return { kind: 'unsupported', format: other[0] };
  return { kind: 'text' };
}

/** Records of JSON, one after another or in a list; a line of CSV that merely begins with a brace is not taken for one. */
export function isJson(text: string): boolean {
  return /^\s*(\[\s*)?\{\s*("(?:[^"\\]|\\.)*"\s*:|\})/.test(text) || isEmptyList(text);
}

export const isEmptyList = (text: string): boolean => /^\s*\[\s*\]\s*$/.test(text);
