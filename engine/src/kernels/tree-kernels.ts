/**
 * The inner loops of tree learning and prediction, over byte offsets into one memory. Two versions give the same
 * numbers bit for bit: WebAssembly (engine/kernels/trees, where each function is described) and its reference in TypeScript.
 */
export interface TreeKernels {
  makeKeys(values: number, rows: number, n: number, keys: number): number;
  countDistinct(keys: number, n: number, counts: number): number;
  clearHistogram(hist: number, bins: number, from: number, to: number): void;
  sortKeys(keys: number, scratch: number, counts: number, n: number): void;
  assignBins(values: number, n: number, cuts: number, out: number): void;
  interleave(
    columns: number,
    n: number,
    features: number,
    begin: number,
    end: number,
    rows: number,
    stride: number,
  ): void;
  histogram(
    rows: number,
    stride: number,
    gradients: number,
    index: number,
    n: number,
    whole: number,
    features: number,
    from: number,
    to: number,
    hist: number,
    scratch: number,
  ): void;
  addHistogram(target: number, part: number, bins: number, from: number, to: number): void;
  subtractHistogram(larger: number, smaller: number, bins: number, from: number, to: number): void;
  scanAll(
    hist: number,
    bins: number,
    list: number,
    kinds: number,
    from: number,
    to: number,
    g: number,
    h: number,
    l2: number,
    least: number,
    results: number,
    scratch: number,
  ): void;
  partition(index: number, n: number, column: number, table: number, scratch: number): number;
  placePart(scratch: number, n: number, lefts: number, leftTo: number, rightTo: number): void;
  addLeafValues(index: number, n: number, scores: number, every: number, value: number): void;
  squaredGradients(scores: number, targets: number, weights: number, begin: number, end: number, out: number): void;
  predictRow(nodes: number, trees: number, count: number, row: number): number;
  predictBatch(nodes: number, trees: number, count: number, rows: number, stride: number, n: number, out: number): void;
  predictRowAny(nodes: number, trees: number, count: number, row: number, sets: number): number;
  predictBatchAny(
    nodes: number,
    trees: number,
    count: number,
    rows: number,
    stride: number,
    n: number,
    out: number,
    sets: number,
  ): void;
}
