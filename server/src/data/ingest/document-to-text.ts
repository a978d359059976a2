import { extractText, getDocumentProxy } from 'unpdf';
import type { DocumentKind } from './document-kind.rules.ts';
import { docxToText } from './docx-to-text.ts';
import { htmlToText } from './html-to-text.ts';
import { decoded, decodedPage, tidy } from './plain-text.ts';

/** The words of a document. Throws with the reason when it is not what its name says. */
export async function documentToText(kind: DocumentKind, bytes: Buffer): Promise<string> {
  return tidy(await wordsOf(kind, bytes));
}

async function wordsOf(kind: DocumentKind, bytes: Buffer): Promise<string> {
  if (kind === 'html') return htmlToText(decodedPage(bytes));
  if (kind === 'docx') return docxToText(bytes);
  if (kind === 'pdf') return pdfToText(bytes);
  if (bytes.includes(0) && decoded(bytes).includes('\u0000')) throw new Error('it is no text');
  return decoded(bytes);
}

/** Words that lie in pictures stay there: nothing reads those. */
async function pdfToText(bytes: Buffer): Promise<string> {
  // A copy of its own: the reader takes the memory over.
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const { text } = await extractText(document, { mergePages: false });
  return text.join('\n\n');
}
