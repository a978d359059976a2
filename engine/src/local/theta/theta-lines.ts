/** Intercept and slope of the line through the first rows, known before each row. */
export interface Lines {
  readonly intercept: Float64Array;
  readonly slope: Float64Array;
}

/** Moves the least-squares line through rows 1..t-1 on to row t (Fiorucci et al., 2016, equations 12 to 14). */
export class GrowingLine {
  intercept = 0;
  slope = 0;
  #rows = 0;
  #mean = 0;

  add(value: number): void {
    const t = this.#rows + 1;
    const before = this.#mean;
    this.#mean = (this.#rows * before + value) / t;
    this.slope = t === 1 ? 0 : ((t - 2) * this.slope + (6 * (value - before)) / t) / (t + 1);
    this.intercept = this.#mean - (this.slope * (t + 1)) / 2;
    this.#rows = t;
  }
}

/** The line each row is allowed to see: only what came before it (`dynamic`), or the line of the whole history. */
export function linesOf(y: Float64Array, dynamic: boolean): Lines {
  const intercept = new Float64Array(y.length);
  const slope = new Float64Array(y.length);
  const line = new GrowingLine();
  for (let t = 0; t < y.length; t += 1) {
    intercept[t] = line.intercept;
    slope[t] = line.slope;
    line.add(y[t] as number);
  }
  if (!dynamic) {
    intercept.fill(line.intercept);
    slope.fill(line.slope);
  }
  return { intercept, slope };
}
