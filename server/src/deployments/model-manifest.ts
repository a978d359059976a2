import type { PackagedColumn, PackagedModel, PackagedTarget } from '#projects';

/** What a version answers with: a prediction, or text. Versions that write text have no bundle. */
export type ManifestTarget = Omit<PackagedTarget, 'type'> & {
  readonly type: PackagedTarget['type'] | 'TextGeneration';
};
/** A column a request may send. In models on rows the target is none of them. */
export type ManifestColumn = PackagedColumn;

/**
 * Everything that serving and monitoring need of a model, frozen when it was registered. Nothing here points into the
 * project: blobs were copied to the package's own folder. Profiles of the columns (the target's too) and of the
 * predictions on rows the model had not seen lie in one blob, `referenceKey`, with the edges drift is measured on; the
 * names of the latter are `PREDICTION`, or `predictionOfClass(number)` and `PREDICTED_LABEL` of several classes.
 */
export interface ModelManifest extends PackagedModel {
  readonly format: 1;
}

/** Everything a version keeps outside of the database. */
export const packageBlobs = (packageId: string): string => `model-packages/${packageId}/`;
