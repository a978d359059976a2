const MARKS: readonly (readonly [readonly number[], Charset])[] = [
  [[0xff, 0xfe, 0, 0], 'utf-32le'],
  [[0, 0, 0xfe, 0xff], 'utf-32be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/**
 * The text of a JSON body in whichever charset it came: by its byte order mark, else by where the zero bytes of its first
 * characters are (RFC 4627, section 3), as many parsers do it. Never fails: what is no character becomes U+FFFD.
 */
export function bodyText(bytes: Uint8Array): string {
  const charset = charsetOf(bytes);
  if (charset === 'utf-32le' || charset === 'utf-32be') return utf32(bytes, charset === 'utf-32le');
  return new TextDecoder(charset).decode(bytes);
}

function charsetOf(bytes: Uint8Array): Charset {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return marked[1];
  const [first, second, third, fourth] = bytes;
  if (first === 0) return second === 0 ? 'utf-32be' : 'utf-16be';
  if (second === 0) return third === 0 && fourth === 0 ? 'utf-32le' : 'utf-16le';
  return 'utf-8';
}

const BYTE_ORDER_MARK = 0xfeff;
const REPLACEMENT = 0xfffd;
const LAST_CHARACTER = 0x10ffff;
/** Arguments of one call of `fromCodePoint`. */
const AT_ONCE = 4096;

function utf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  let points: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, isLittle);
    if (at === 0 && point === BYTE_ORDER_MARK) continue;
    points.push(point > LAST_CHARACTER ? REPLACEMENT : point);
    if (points.length < AT_ONCE) continue;
    texts.push(String.fromCodePoint(...points));
    points = [];
  }
  return texts.join('') + String.fromCodePoint(...points);
}
