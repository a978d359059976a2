import type { BinaryReader } from '../../format/binary-reader.ts';
import type { BinaryWriter } from '../../format/binary-writer.ts';
import type { Windows } from '../../series/windows.ts';

export function writeWindows(to: BinaryWriter, windows: Windows): void {
  to.f64s(Float64Array.of(windows.history, windows.blind, windows.first, windows.last));
}

export function readWindows(from: BinaryReader): Windows {
  const [history, blind, first, last] = from.f64s();
  return { history: history ?? 1, blind: blind ?? 0, first: first ?? 1, last: last ?? 1 };
}
