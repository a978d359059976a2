import { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import { EngineProblem } from '../core/engine-problem.ts';
import type { ModelReaders } from '../estimators/model-file.ts';
import { globalPanelModel } from './global-panel.ts';
import { readGlobalParts } from './global-parts.ts';
import { readLagMap } from './lag-map/lag-map.ts';
import { readLocalPanel } from './local-panel.ts';
import type { PanelModel } from './panel-model.ts';

/** Kind and payload, so that a reader can tell the models of a bundle apart. */
export function writePanelModel(to: BinaryWriter, model: PanelModel): void {
  const payload = new BinaryWriter();
  model.write(payload);
  to.text(model.kind);
  to.bytes(payload.finish());
}

export function readPanelModel(from: BinaryReader, models: ModelReaders): PanelModel {
  const kind = from.text();
  const payload = new BinaryReader(from.bytes());
  if (kind === 'local') return readLocalPanel(payload);
  if (kind === 'global') return globalPanelModel(readGlobalParts(payload, models));
  if (kind === 'lag-map') return readLagMap(payload);
  throw new EngineProblem(
    'format.unknown-model',
    `This version has no forecaster of kind "${kind}". Known: local, global, lag-map. Read the file with the version that wrote it.`,
  );
}
