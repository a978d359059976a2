import { isUtf8 } from 'node:buffer';
import { UnreadableRows } from './sent-rows.ts';

/** An unsupported charset. */
export class UnknownCharset extends Error {}

/** Names of Python's codecs that `TextDecoder` calls otherwise. */
const NAMES = {
  'utf-8': ['utf-8', 'utf8', 'u8', 'utf', 'utf-8-sig', 'cp65001'],
  'utf-16le': ['utf-16', 'utf16'],
  latin1: ['latin-1', 'iso8859', '8859', 'l1'],
  ascii: ['us-ascii', '646'],
  macintosh: ['mac-roman', 'macroman'],
  shift_jis: ['cp932', 'ms932', 'sjis', 'shift-jis'],
  'euc-jp': ['ujis', 'eucjp'],
  'euc-kr': ['cp949', 'uhc', 'euckr'],
  gbk: ['cp936'],
  big5: ['cp950'],
  ibm866: ['cp866'],
} as const;

const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([label, aliases]) => aliases.map((alias) => [alias, label] as const)),
);
const UTF_8: ReadonlySet<string> = new Set(NAMES['utf-8']);

const plain = (charset: string): string => charset.trim().toLowerCase().replaceAll('_', '-');

/** What `TextDecoder` calls a charset that may have been named as Python names it. */
export function charsetLabel(charset: string): string {
  const asked = plain(charset);
  return ALIASES.get(asked) ?? asked.replace(/^cp(\d+)$/, 'windows-$1').replace(/^iso(\d)/, 'iso-$1');
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
