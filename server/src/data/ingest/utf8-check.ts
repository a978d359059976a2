import { isUtf8 } from 'node:buffer';

/** Looks at bytes as they pass: are they UTF-8, and is there a zero byte, which no text has? */
export interface TextCheck {
  /** False from the first byte that does not fit. */
  utf8: boolean;
  /** The first bytes that did not fit, with what surrounds them: enough to guess the encoding by. */
  readonly oddBytes: Buffer[];
  hasZero: boolean;
}

const ODD_BYTES_KEPT = 256 * 1024;

/** Answers the check and the function to show it every chunk, in order; `null` at the end. */
export function textCheck(): { readonly check: TextCheck; see(chunk: Buffer | null): void } {
  const check: TextCheck = { utf8: true, oddBytes: [], hasZero: false };
  let carried: Buffer = Buffer.alloc(0);
  let kept = 0;
  const fit = (bytes: Buffer) => {
    if (isUtf8(bytes)) return;
    check.utf8 = false;
    if (kept >= ODD_BYTES_KEPT) return;
    const part = Buffer.from(bytes.subarray(0, ODD_BYTES_KEPT - kept));
    kept += part.length;
    check.oddBytes.push(part);
  };
  return {
    check,
    see(chunk) {
      if (chunk === null) return fit(carried);
      if (!check.hasZero) check.hasZero = chunk.includes(0);
      if (!check.utf8 && kept >= ODD_BYTES_KEPT) return;
      const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
      const whole = bytes.length - unfinished(bytes);
      fit(bytes.subarray(0, whole));
      carried = Buffer.from(bytes.subarray(whole));
    },
  };
}

/** How many bytes at the end are the beginning of a character of which the rest is still to come. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return back < length ? back : 0;
  }
  return 0;
}
