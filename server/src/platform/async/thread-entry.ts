import { basename } from 'node:path';

/**
 * The file that a worker thread starts from: among the sources in development; in production the build puts every
 * `*-thread.ts` beside the program.
 */
export const threadEntry = (importer: string, source: `${string}-thread.ts`): URL =>
  new URL(importer.endsWith('.ts') ? source : `./${basename(source, '.ts')}.js`, importer);
