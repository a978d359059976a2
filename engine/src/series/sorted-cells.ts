/** A few values in ascending order, for the windows whose median is wanted. Missing values never get in. */
export class SortedCells {
  readonly cells: Float64Array;
  count = 0;

  constructor(most: number) {
    this.cells = new Float64Array(most);
  }

  add(value: number): void {
    this.#settle(value, this.count++);
  }

  remove(value: number): void {
    const { cells } = this;
    this.count--;
    for (let at = this.#find(value); at < this.count; at++) cells[at] = cells[at + 1] as number;
  }

  /** The same as removing one and adding the other, in one move. */
  replace(old: number, value: number): void {
    const { cells } = this;
    const last = this.count - 1;
    let at = this.#find(old);
    while (at < last && (cells[at + 1] as number) < value) {
      cells[at] = cells[at + 1] as number;
      at++;
    }
    this.#settle(value, at);
  }

  /** Median of the values less `shift`, as it is without that subtraction: rounded like the other statistics. */
  medianFrom(shift: number): number {
    const { cells, count } = this;
    if (count === 0) return Number.NaN;
    const middle = count >> 1;
    const upper = (cells[middle] as number) - shift;
    return (count % 2 === 1 ? upper : ((cells[middle - 1] as number) - shift + upper) / 2) + shift;
  }

  #find(value: number): number {
    const { cells } = this;
    let at = 0;
    while ((cells[at] as number) < value) at++;
    return at;
  }

  /** Puts a value into the free cell `at`, or below it where larger values stand there. */
  #settle(value: number, at: number): void {
    const { cells } = this;
    let free = at;
    while (free > 0 && (cells[free - 1] as number) > value) {
      cells[free] = cells[free - 1] as number;
      free--;
    }
    cells[free] = value;
  }
}
