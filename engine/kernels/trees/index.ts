export { assignBins, countDistinct, interleave, makeKeys, sortKeys } from './bins';
export { clearHistogram, histogram } from './histogram';
export { addHistogram, scanAll, subtractHistogram } from './split';
export { partition, placePart } from './partition';
export { addLeafValues, squaredGradients } from './scores';
export { predictBatch, predictBatchAny, predictRow, predictRowAny } from './predict';
