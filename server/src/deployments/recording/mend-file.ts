import { rm, truncate } from 'node:fs/promises';

/** A file of the log as far as it is known to be whole. */
export interface MendableFile {
  readonly path: string;
  readonly bytes?: number;
  /** An append failed: what follows the known bytes is nobody's, since it will be written again. */
  isTorn?: boolean;
}

/** Cuts off what a failed append left: read by anybody, its records would count twice. */
export async function mendFile(file: MendableFile): Promise<void> {
  if (file.isTorn !== true) return;
  const { path, bytes = 0 } = file;
  if (bytes === 0) await rm(path, { force: true });
  else await truncate(path, bytes);
  file.isTorn = false;
}
