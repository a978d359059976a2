import { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import { EngineProblem } from '../core/engine-problem.ts';
import type { Fitted } from './estimator.ts';

/**
 * Rebuilds a model from its payload. A model that holds other models reads them with `readNested` and the same table.
 */
export type ReadModel = (from: BinaryReader, models: ModelReaders) => Fitted;

/** Estimator name -> reader. Names are never reused, so that old files keep their meaning. */
export type ModelReaders = ReadonlyMap<string, ReadModel>;

/** "ALMO" in little-endian order. */
const MAGIC = 0x4f4d4c41;
/** Version of the envelope; payloads carry their own version where their layout may change. */
const VERSION = 1;

/** FNV-1a: catches the damaged file, makes no claim against a forged one. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** A model inside another model: name and payload, without the envelope. */
export function writeNested(to: BinaryWriter, name: string, model: Fitted): void {
  const payload = new BinaryWriter();
  model.write(payload);
  to.text(name);
  to.bytes(payload.finish());
}

export function readNested(from: BinaryReader, models: ModelReaders): { name: string; model: Fitted } {
  const name = from.text();
  const read = models.get(name);
  if (read === undefined) {
    throw new EngineProblem(
      'format.unknown-model',
      `This version has no model called "${name}". Known: ${[...models.keys()].join(', ')}. Read the file with the version that wrote it, or newer.`,
    );
  }
  return { name, model: read(new BinaryReader(from.bytes()), models) };
}

/** Magic, version, checksum, then estimator name and payload. The same model always gives the same bytes. */
export function writeModelFile(name: string, model: Fitted): Uint8Array {
  const body = new BinaryWriter();
  writeNested(body, name, model);
  const bytes = body.finish();
  const file = new BinaryWriter(bytes.length + 16);
  file.u32(MAGIC);
  file.u32(VERSION);
  file.u32(checksum(bytes));
  file.bytes(bytes);
  return file.finish();
}

export function readModelFile(bytes: Uint8Array, models: ModelReaders): { name: string; model: Fitted } {
  return readNested(new BinaryReader(bodyOf(bytes)), models);
}

/** Throws an `EngineProblem` unless the bytes are a whole, undamaged model file of a version that can be read here. */
export function checkModelFile(bytes: Uint8Array): void {
  bodyOf(bytes);
}

function bodyOf(bytes: Uint8Array): Uint8Array {
  const file = new BinaryReader(bytes);
  if (bytes.length < 4 || file.u32() !== MAGIC) {
    throw new EngineProblem(
      'format.not-a-model',
      'These bytes are not a saved model. Pass a file that this engine wrote.',
    );
  }
  const version = file.u32();
  if (version > VERSION || version === 0) {
    throw new EngineProblem(
      'format.version',
      `The model file has version ${version}, this engine reads up to ${VERSION}. Update the engine or train the model again.`,
    );
  }
  const expected = file.u32();
  const body = file.bytes();
  if (checksum(body) !== expected) {
    throw new EngineProblem(
      'format.damaged',
      'The model file is damaged: its checksum differs. Restore it from its source.',
    );
  }
  return body;
}
