import { zip } from './zip.fixtures.ts';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A Word document of these paragraphs. */
export const docx = (...paragraphs: readonly string[]): Buffer =>
  zip(
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'word/document.xml',
      content: `<?xml version="1.0"?><w:document xmlns:w="${WORD}"><w:body>${paragraphs
        .map(
          (text) => `<w:p><w:pPr><w:jc w:val="left"/></w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`,
        )
        .join('')}</w:body></w:document>`,
    },
  );

/** A PDF of one page a text, with a table of places that readers check. */
export function pdf(...pages: readonly string[]): Buffer {
  const kids = pages.map((_, page) => `${4 + page * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, page) => {
      const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + page * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}
