export type DocumentKind = 'text' | 'html' | 'pdf' | 'docx';

const KINDS: Readonly<Record<string, DocumentKind>> = {
  txt: 'text',
  text: 'text',
  md: 'text',
  markdown: 'text',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  pdf: 'pdf',
  docx: 'docx',
};
const TABLES = /\.(csv|tsv|json|jsonl|ndjson|parquet|xlsx|xls)$/i;

/** By its name: the first bytes of most documents do not identify them. Null for other files. */
export const documentKind = (name: string): DocumentKind | null =>
  KINDS[(/\.([a-z]+)$/i.exec(name)?.[1] ?? '').toLowerCase()] ?? null;

/** Whether an archive is a collection of documents, be it of one: it holds some and no table. */
export const areDocuments = (names: readonly string[]): boolean =>
  names.some((name) => documentKind(name) !== null) && !names.some((name) => TABLES.test(name));
