import { VectorThread } from '../thread/vector-threads.ts';

let exporting: VectorThread | null = null;

/** Apart from the one that searches: whoever downloads everything holds up nobody's question. */
export function exportThread(): VectorThread {
  if (exporting === null || exporting.isBroken) exporting = new VectorThread();
  return exporting;
}
