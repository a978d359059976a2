import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AllowedRows } from './cached-index.ts';
import type { Chunk } from './chunks.ts';

const item = fc.constantFrom(null, '', 'a', 'b', 'c');
const chunk = fc.record({
  text: fc.constant('x'),
  source: item,
  metadata: fc.record({ team: fc.constantFrom('red', 'blue', null), owner: item }),
  document: fc.nat(),
});
const asked = fc.record({
  filter: fc.constantFrom(null, { team: 'red' }, { document_file_path: { $in: ['a', 'b'] } }),
  readable: fc.option(
    fc.record({
      column: fc.constantFrom('document_file_path', 'owner', 'nothing'),
      items: fc.subarray(['a', 'b', 'c', '', 'null']),
    }),
  ),
});

/** The same rule, said chunk by chunk. */
function plainly({ source, metadata }: Chunk, { filter, readable }: { filter: unknown; readable: unknown }): boolean {
  const text = JSON.stringify(filter);
  const isLeft =
    filter === null ||
    (text.includes('team') ? metadata.team === 'red' : source !== null && 'ab'.includes(source || '-'));
  if (readable === null) return isLeft;
  const { column, items } = readable as { column: string; items: string[] };
  const of = column === 'document_file_path' ? source : column === 'owner' ? metadata.owner : null;
  return isLeft && of !== null && of !== '' && items.includes(of as string);
}

test('what is allowed is what filter and rights both leave, asked once or again', () => {
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 20 }), fc.array(asked, { minLength: 1, maxLength: 5 }), (chunks, all) => {
      const rows = new AllowedRows(chunks);
      for (const one of [...all, ...all]) {
        const allowed = rows.of(one);
        const seen = chunks.filter((_, row) => allowed === undefined || allowed[row] === 1);
        expect(seen).toEqual(chunks.filter((each) => plainly(each, one)));
      }
    }),
  );
});
