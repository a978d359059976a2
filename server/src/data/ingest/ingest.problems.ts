import { catalogue } from '#platform/http/problem.ts';

const quoteShort = (value: string) => JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}...` : value);

/** Why a file could not be read. Each names the place in the file where it can, and what to do. */
export const IngestProblems = catalogue({
  empty: {
    status: 422,
    code: 'data.file_empty',
    message: (name: string) => `The file ${quoteShort(name)} is empty. Upload a file with a header line and rows.`,
  },
  headerOnly: {
    status: 422,
    code: 'data.header_only',
    message: (columns: number) =>
      `The file has a header with ${columns} columns and no rows below it. Upload a file with at least one row.`,
  },
  binary: {
    status: 422,
    code: 'data.not_text',
    message: (line: number) =>
      `Line ${line}: The file contains binary data or is damaged. Upload CSV, TSV, JSON lines, ` +
      'Parquet or XLSX, plain or in gzip or zip.',
  },
  unsupported: {
    status: 422,
    code: 'data.unsupported_format',
    message: (format: string) =>
      `The file is ${format}, which cannot be read. Upload CSV, TSV, JSON lines, Parquet or XLSX, plain or in gzip or zip.`,
  },
  undecodable: {
    status: 422,
    code: 'data.undecodable',
    message: (encoding: string, line: number) =>
      `Line ${line}: the bytes are not valid ${encoding}, which the file seemed to be written in. Save the file as UTF-8.`,
  },
  ragged: {
    status: 422,
    code: 'data.ragged_row',
    message: (line: number, found: number, expected: number) =>
      `Line ${line}: ${found} ${found === 1 ? 'value' : 'values'} where the header has ${expected}. ` +
      'The file may be cut off, or a value with the separator in it is not in quotes.',
  },
  openQuote: {
    status: 422,
    code: 'data.open_quote',
    message: (line: number) =>
      `Line ${line}: a quoted value is not closed, or has a quote inside it that is not doubled. ` +
      'The file may be cut off; else double the quotes inside quoted values.',
  },
  longLine: {
    status: 422,
    code: 'data.long_line',
    message: (line: number, most: number) =>
      `Line ${line}: longer than ${most} bytes. A quote may be missing its partner; else shorten the values.`,
  },
  brokenLine: {
    status: 422,
    code: 'data.broken_line',
    message: (line: number, reason: string) => `Line ${line}: ${reason}. Correct that line and upload the file again.`,
  },
  brokenFile: {
    status: 422,
    code: 'data.broken_file',
    message: (format: string, reason: string) =>
      `The ${format} file cannot be read: ${reason}. It may be cut off or damaged; make it again and upload it again.`,
  },
  tooManyColumns: {
    status: 422,
    code: 'data.too_many_columns',
    message: (found: number, most: number) =>
      `Line 1: ${found} columns; a dataset has at most ${most}. Split the file, or turn columns into rows.`,
  },
  tooLarge: {
    status: 422,
    code: 'data.too_large',
    message: (what: string, most: number) =>
      `${what} is larger than ${most} bytes when unpacked, which is the most that is read. Upload a smaller file.`,
  },
  vastSheet: {
    status: 422,
    code: 'data.vast_sheet',
    message: (part: string, rows: number, columns: number, most: number) =>
      `The workbook cannot be read: the cells of ${part} span ${rows} rows and ${columns} columns, and at most ${most} ` +
      'cells are read. Delete what lies far from the table, or upload it as CSV.',
  },
  bomb: {
    status: 422,
    code: 'data.compression_bomb',
    message: (ratio: number) =>
      `The content is more than ${ratio} times as large as the file that holds it, as in files made to fill disks. ` +
      'Upload it without compression.',
  },
  tooMuchMemory: {
    status: 422,
    code: 'data.out_of_memory',
    message: (advice: string) => `The file could not be read. ${advice}`,
  },
  noDocuments: {
    status: 422,
    code: 'data.no_documents',
    message: (files: number, reasons: readonly string[]) =>
      `None of the ${files} files of the archive could be read as a document: ${reasons.slice(0, 5).join('; ')}. ` +
      'Pack txt, md, html, pdf or docx files that hold text.',
  },
  severalFiles: {
    status: 422,
    code: 'data.several_files',
    message: (names: readonly string[]) =>
      `The archive holds ${names.length} files${names.length > 0 ? ` (${names.slice(0, 5).map(quoteShort).join(', ')})` : ''}; ` +
      'exactly one is read, or documents (txt, md, html, pdf, docx) and no data file. Upload an archive with one data file in it.',
  },
});
