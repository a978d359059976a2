export { assignBins, interleave, sortKeys } from './bins';
export { histogram } from './histogram';
export { scanSplits, subtractHistogram } from './split';
export { partition, placePart } from './partition';
export { addLeafValues, squaredGradients } from './scores';
export { predictBatch, predictBatchAny, predictRow, predictRowAny } from './predict';
