import { catalogue, unprocessable } from '#platform/http/problem.ts';

const quoteShort = (value: string) => JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}...` : value);

/** Why a file could not be read. Each names the place in the file where it can, and what to do. */
export const IngestProblems = catalogue({
  empty: unprocessable(
    'data.file_empty',
    (name: string) => `The file ${quoteShort(name)} is empty. Upload a file with a header line and rows.`,
  ),
  headerOnly: unprocessable(
    'data.header_only',
    (columns: number) =>
      `The file has a header with ${columns} columns and no rows below it. Upload a file with at least one row.`,
  ),
  binary: unprocessable(
    'data.not_text',
    (line: number) =>
      `Line ${line}: The file contains binary data or is damaged. Upload CSV, TSV, JSON lines, ` +
      'Parquet or XLSX, plain or in gzip or zip.',
  ),
  unsupported: unprocessable(
    'data.unsupported_format',
    (format: string) =>
      `The file is ${format}, which cannot be read. Upload CSV, TSV, JSON lines, Parquet or XLSX, plain or in gzip or zip.`,
  ),
  undecodable: unprocessable(
    'data.undecodable',
    (encoding: string, line: number) =>
      `Line ${line}: the bytes are not valid ${encoding}, which the file seemed to be written in. Save the file as UTF-8.`,
  ),
  ragged: unprocessable(
    'data.ragged_row',
    (line: number, found: number, expected: number) =>
      `Line ${line}: ${found} ${found === 1 ? 'value' : 'values'} where the header has ${expected}. ` +
      'The file may be cut off, or a value with the separator in it is not in quotes.',
  ),
  openQuote: unprocessable(
    'data.open_quote',
    (line: number) =>
      `Line ${line}: a quoted value is not closed, or has a quote inside it that is not doubled. ` +
      'The file may be cut off; else double the quotes inside quoted values.',
  ),
  longLine: unprocessable(
    'data.long_line',
    (line: number, most: number) =>
      `Line ${line}: longer than ${most} bytes. A quote may be missing its partner; else shorten the values.`,
  ),
  brokenLine: unprocessable(
    'data.broken_line',
    (line: number, reason: string) => `Line ${line}: ${reason}. Correct that line and upload the file again.`,
  ),
  brokenFile: unprocessable(
    'data.broken_file',
    (format: string, reason: string) =>
      `The ${format} file cannot be read: ${reason}. It may be cut off or damaged; make it again and upload it again.`,
  ),
  tooManyColumns: unprocessable(
    'data.too_many_columns',
    (found: number, most: number) =>
      `Line 1: ${found} columns; a dataset has at most ${most}. Split the file, or turn columns into rows.`,
  ),
  tooLarge: unprocessable(
    'data.too_large',
    (what: string, most: number) =>
      `${what} is larger than ${most} bytes when unpacked, which is the most that is read. Upload a smaller file.`,
  ),
  vastSheet: unprocessable(
    'data.vast_sheet',
    (part: string, rows: number, columns: number, most: number) =>
      `The workbook cannot be read: the cells of ${part} span ${rows} rows and ${columns} columns, and at most ${most} ` +
      'cells are read. Delete what lies far from the table, or upload it as CSV.',
  ),
  bomb: unprocessable(
    'data.compression_bomb',
    (ratio: number) =>
      `The content is more than ${ratio} times as large as the file that holds it, as in files made to fill disks. ` +
      'Upload it without compression.',
  ),
  tooMuchMemory: unprocessable('data.out_of_memory', (advice: string) => `The file could not be read. ${advice}`),
  noDocuments: unprocessable(
    'data.no_documents',
    (files: number, reasons: readonly string[]) =>
      `None of the ${files} files of the archive could be read as a document: ${reasons.slice(0, 5).join('; ')}. ` +
      'Pack txt, md, html, pdf or docx files that hold text.',
  ),
  severalFiles: unprocessable(
    'data.several_files',
    (names: readonly string[]) =>
      `The archive holds ${names.length} files${names.length > 0 ? ` (${names.slice(0, 5).map(quoteShort).join(', ')})` : ''}; ` +
      'exactly one is read, or documents (txt, md, html, pdf, docx) and no data file. Upload an archive with one data file in it.',
  ),
});
