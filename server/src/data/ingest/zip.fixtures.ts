import { crc32, deflateRawSync } from 'node:zlib';

export interface Packed {
  readonly name: string;
  readonly content: Buffer | string;
  /** What the archive claims, where it lies. */
  readonly claimedBytes?: number;
}

/** A zip archive, made here because no package we use writes one. */
export function zip(...files: readonly Packed[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, claimedBytes } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(bytes), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(claimedBytes ?? bytes.length, 8);
    const names = Buffer.alloc(4);
    names.writeUInt16LE(Buffer.byteLength(name), 0);
    // Version 2.0, names in UTF-8, deflate, no time.
    const method = Buffer.from([20, 0, 0, 8, 8, 0, 0, 0, 0x21, 0x58]);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), method, sizes, names, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const own = Buffer.concat([sizes, names, place, Buffer.from(name)]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), method, own]));
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}

const column = (index: number) => String.fromCharCode(65 + index);

/** A workbook of one sheet. Texts are shared strings, as Excel writes them; `date` cells are days since 1900. */
export function workbook(
  rows: readonly (readonly (string | number | boolean | null | { date: number })[])[],
  more = '',
): Buffer {
  const texts: string[] = [];
  const cell = (value: (typeof rows)[number][number], row: number, index: number): string => {
    const place = `r="${column(index)}${row + 1}"`;
    if (value === null) return '';
    if (typeof value === 'object') return `<c ${place} s="1"><v>${value.date}</v></c>`;
    if (typeof value === 'boolean') return `<c ${place} t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`;
    return `<c ${place} t="s"><v>${texts.push(value) - 1}</v></c>`;
  };
  const lines = rows.map(
    (row, at) => `<row r="${at + 1}">${row.map((value, index) => cell(value, at, index)).join('')}</row>`,
  );
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const files = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${links}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${links}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${lines.join('')}${more}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  };
  return zip(...Object.entries(files).map(([name, content]) => ({ name, content })));
}
