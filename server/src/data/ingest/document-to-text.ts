import { Parser } from 'htmlparser2';
import { extractText, getDocumentProxy } from 'unpdf';
import type { DocumentKind } from './document-kind.rules.ts';
import { docxToText } from './docx-to-text.ts';
import { encodingOfHead, legacyEncoding } from './encoding.ts';

/** The words of a document. Throws with the reason when it is not what its name says. */
export async function documentToText(kind: DocumentKind, bytes: Buffer): Promise<string> {
  return tidy(await wordsOf(kind, bytes));
}

async function wordsOf(kind: DocumentKind, bytes: Buffer): Promise<string> {
  if (kind === 'html') return htmlToText(decodePage(bytes));
  if (kind === 'docx') return docxToText(bytes);
  if (kind === 'pdf') return pdfToText(bytes);
  if (bytes.includes(0) && decodeText(bytes).includes('\u0000')) throw new Error('it is no text');
  return decodeText(bytes);
}

/** Words that lie in pictures stay there: nothing reads those. */
async function pdfToText(bytes: Buffer): Promise<string> {
  // A copy of its own: the reader takes the memory over.
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { text } = await extractText(document, { mergePages: false });
  return text.join('\n\n');
}

const SILENT = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object']);
const BLOCKS = new Set(
  'address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table title tr ul'.split(
    ' ',
  ),
);
const CELLS = new Set(['td', 'th']);

/** The visible text of a page, one line per block. */
function htmlToText(page: string): string {
  const pieces: string[] = [];
  let silent = 0;
  let kept = 0;
  const line = () => pieces.push('\n');
  const parser = new Parser(
    {
      onopentag(name) {
        if (SILENT.has(name)) silent++;
        if (name === 'pre') kept++;
        if (BLOCKS.has(name)) line();
      },
      ontext(text) {
        if (silent === 0) pieces.push(kept > 0 ? text : text.replaceAll(/\s+/g, ' '));
      },
      onclosetag(name) {
        if (SILENT.has(name)) silent--;
        if (name === 'pre') kept--;
        if (BLOCKS.has(name)) line();
        else if (CELLS.has(name)) pieces.push('\t');
      },
    },
    { decodeEntities: true },
  );
  parser.end(page);
  return pieces.join('').replaceAll(/\n[ \t]+/g, '\n');
}

const HEAD = 64 * 1024;

/** The text of bytes in any encoding that is read here. */
function decodeText(bytes: Buffer): string {
  const detected = encodingOfHead(bytes.subarray(0, HEAD));
  if (detected !== null) return new TextDecoder(detected).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(legacyEncoding(bytes)).decode(bytes);
  }
}

const CHARSET = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i;

/** Pages may say how they are encoded. */
function decodePage(bytes: Buffer): string {
  const said = CHARSET.exec(bytes.subarray(0, 4096).toString('latin1'))?.[1];
  if (said === undefined) return decodeText(bytes);
  try {
    return new TextDecoder(said).decode(bytes);
  } catch {
    return decodeText(bytes);
  }
}

/** Lines without blanks at their ends, never more than one empty line in a row, nothing a table cannot hold. */
const tidy = (text: string): string =>
  text
    .replaceAll('\u0000', '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\S\n]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
