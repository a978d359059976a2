import { encodingOfHead, legacyEncoding } from './encoding.rules.ts';

const HEAD = 64 * 1024;

/** The text of bytes in any encoding that is read here. */
export function decoded(bytes: Buffer): string {
  const told = encodingOfHead(bytes.subarray(0, HEAD));
  if (told !== null) return new TextDecoder(told).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(legacyEncoding(bytes)).decode(bytes);
  }
}

const CHARSET = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i;

/** Pages may say how they are encoded. */
export function decodedPage(bytes: Buffer): string {
  const said = CHARSET.exec(bytes.subarray(0, 4096).toString('latin1'))?.[1];
  if (said === undefined) return decoded(bytes);
  try {
    return new TextDecoder(said).decode(bytes);
  } catch {
    return decoded(bytes);
  }
}

/** Lines without blanks at their ends, never more than one empty line in a row, nothing a table cannot hold. */
export const tidy = (text: string): string =>
  text
    .replaceAll('\u0000', '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\S\n]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
