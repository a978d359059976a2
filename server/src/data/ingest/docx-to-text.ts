import type { Readable } from 'node:stream';
import { Parser } from 'htmlparser2';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

/** Unpacked: a document says less than its size, and some are made to fill memories. */
const LARGEST_PART = 64 * 1024 ** 2;
/** The body first; notes stand apart from it. */
const PARTS = ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml'];

/** The words of a Word document, a line a paragraph. */
export async function docxToText(bytes: Buffer): Promise<string> {
  const parts = await partsOf(bytes);
  const body = parts.get('word/document.xml');
  if (body === undefined) throw new Error('it holds no word/document.xml');
  return PARTS.flatMap((name) => parts.get(name) ?? [])
    .map(wordsOf)
    .join('\n');
}

async function partsOf(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file))),
  );
  const found = new Map<string, string>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(found));
    zip.on('entry', (entry: Entry) => {
      if (!PARTS.includes(entry.fileName)) return zip.readEntry();
      readPart(zip, entry).then((text) => {
        found.set(entry.fileName, text);
        zip.readEntry();
      }, reject);
    });
    zip.readEntry();
  });
}

async function readPart(zip: ZipFile, entry: Entry): Promise<string> {
  const stream = await new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_PART) throw new Error(`it is larger than ${LARGEST_PART} bytes when unpacked`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function wordsOf(xml: string): string {
  const pieces: string[] = [];
  let inText = false;
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'w:t') inText = true;
        else if (name === 'w:tab') pieces.push('\t');
        else if (name === 'w:br' || name === 'w:cr') pieces.push('\n');
      },
      ontext(text) {
        if (inText) pieces.push(text);
      },
      onclosetag(name) {
        if (name === 'w:t') inText = false;
        else if (name === 'w:p') pieces.push('\n');
        else if (name === 'w:tc') pieces.push('\t');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return pieces.join('');
}
