import { Parser } from 'htmlparser2';

const SILENT = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object']);
const BLOCKS = new Set(
  'address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table title tr ul'.split(
    ' ',
  ),
);
const CELLS = new Set(['td', 'th']);

/** The words of a page, a line a block; what is not shown is not told. */
export function htmlToText(page: string): string {
  const pieces: string[] = [];
  let silent = 0;
  let kept = 0;
  const line = () => pieces.push('\n');
  const parser = new Parser(
    {
      onopentag(name) {
        if (SILENT.has(name)) silent++;
        if (name === 'pre') kept++;
        if (BLOCKS.has(name)) line();
      },
      ontext(text) {
        if (silent === 0) pieces.push(kept > 0 ? text : text.replaceAll(/\s+/g, ' '));
      },
      onclosetag(name) {
        if (SILENT.has(name)) silent--;
        if (name === 'pre') kept--;
        if (BLOCKS.has(name)) line();
        else if (CELLS.has(name)) pieces.push('\t');
      },
    },
    { decodeEntities: true },
  );
  parser.end(page);
  return pieces.join('').replaceAll(/\n[ \t]+/g, '\n');
}
