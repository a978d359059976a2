/** Entry of the thread that reads documents; bundled into a file of its own. */
import { parentPort } from 'node:worker_threads';
import type { DocumentKind } from './document-kind.rules.ts';
import { documentToText } from './document-to-text.ts';

export interface DocumentOrder {
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
}

export type DocumentAnswer = { readonly text: string } | { readonly reason: string };

async function answerTo({ kind, bytes }: DocumentOrder): Promise<DocumentAnswer> {
  try {
    return { text: await documentToText(kind, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    return { reason: (error instanceof Error ? error.message : String(error)).replace(/\.\s*$/, '') };
  }
}

parentPort?.on('message', (order: DocumentOrder) => {
  // What is thrown here ends the thread; its starter hears of that.
  answerTo(order)
    .then((answer) => parentPort?.postMessage(answer))
    .catch((error: unknown) =>
      process.nextTick(() => {
        throw error;
      }),
    );
});
