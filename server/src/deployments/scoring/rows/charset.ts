import { isUtf8 } from 'node:buffer';
import { UnreadableRows } from './sent-rows.ts';

/** An unsupported charset. */
export class UnknownCharset extends Error {}

/** Names of Python's codecs that `TextDecoder` calls otherwise. */
const ALIASES: Readonly<Record<string, string>> = {
  'latin-1': 'latin1',
  iso8859: 'latin1',
  '8859': 'latin1',
  l1: 'latin1',
  'utf-8-sig': 'utf-8',
  u8: 'utf-8',
  utf: 'utf-8',
  'utf-16': 'utf-16le',
  utf16: 'utf-16le',
  'us-ascii': 'ascii',
  '646': 'ascii',
  'mac-roman': 'macintosh',
  macroman: 'macintosh',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  sjis: 'shift_jis',
  'shift-jis': 'shift_jis',
  ujis: 'euc-jp',
  eucjp: 'euc-jp',
  cp936: 'gbk',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  euckr: 'euc-kr',
  cp950: 'big5',
  cp866: 'ibm866',
  cp65001: 'utf-8',
};

const UTF_8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'u8', 'utf', 'utf-8-sig', 'cp65001']);

const plain = (charset: string): string => charset.trim().toLowerCase().replaceAll('_', '-');

/** What `TextDecoder` calls a charset that may have been named as Python names it. */
export function charsetLabel(charset: string): string {
  const asked = plain(charset);
  return ALIASES[asked] ?? asked.replace(/^cp(\d+)$/, 'windows-$1').replace(/^iso(\d)/, 'iso-$1');
}

/** The text in UTF-8, whatever charset it came in. Bytes the charset does not have are refused. */
export function toUtf8(bytes: Uint8Array, charset: string | null): Uint8Array {
  const asked = plain(charset ?? 'utf-8');
  if (UTF_8.has(asked)) {
    if (isUtf8(bytes)) return bytes;
    throw new UnreadableRows(
      'The body is not valid UTF-8. Send it in UTF-8, or name its charset: Content-Type: text/csv; charset=latin-1.',
    );
  }
  const decoder = decoderOf(charsetLabel(asked), charset ?? '');
  try {
    return new TextEncoder().encode(decoder.decode(isBigEndian(bytes, asked) ? swapBytes(bytes) : bytes));
  } catch {
    throw new UnreadableRows(`The body is not valid ${charset}. Name the charset it is really in, or send UTF-8.`);
  }
}

function decoderOf(label: string, asked: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new UnknownCharset(
      `The charset ${JSON.stringify(asked.slice(0, 60))} is not known here. Send the rows in UTF-8, which needs no charset.`,
    );
  }
}

/** Python's utf-16 goes by the mark in front. */
const isBigEndian = (bytes: Uint8Array, asked: string): boolean =>
  asked.startsWith('utf-16') && bytes[0] === 0xfe && bytes[1] === 0xff;

const swapBytes = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();
