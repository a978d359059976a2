import type { BinaryReader } from '../../format/binary-reader.ts';
import type { BinaryWriter } from '../../format/binary-writer.ts';
import { type ModelReaders, readNested, writeNested } from '../../format/model-file.ts';
import type { Recipe } from '../../series/recipe.ts';
import type { Block, GlobalParts } from './global-parts.ts';
import { readWindows, writeWindows } from './windows-format.ts';

/** The recipe is small and describes itself, so it is kept as text; the models are binary. */
export function writeGlobalPanel(to: BinaryWriter, parts: GlobalParts): void {
  to.text(parts.learner);
  to.text(parts.base ?? '');
  writeWindows(to, parts.windows);
  to.f64s(Float64Array.from(parts.periods));
  to.text(JSON.stringify(parts.recipe));
  to.u32(parts.blocks.length);
  for (const { distances, members } of parts.blocks) {
    to.i32s(Int32Array.from(distances));
    to.u32(members.length);
    for (const member of members) writeNested(to, parts.learner, member);
  }
}

export function readGlobalParts(from: BinaryReader, models: ModelReaders): GlobalParts {
  const learner = from.text();
  const base = from.text();
  const windows = readWindows(from);
  const periods = Array.from(from.f64s());
  const recipe = JSON.parse(from.text()) as Recipe;
  const blocks = Array.from({ length: from.u32() }, (): Block => {
    const distances = Array.from(from.i32s());
    const members = Array.from({ length: from.u32() }, () => readNested(from, models).model);
    return { distances, members };
  });
  const parts = { learner, windows, periods, recipe, blocks };
  return base === '' ? parts : { ...parts, base };
}
