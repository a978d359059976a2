// Stable partition of a range of row numbers by a table of 256 answers (1 = left), from the column of bins.

/** Rows for the left go up from the start of `scratch`, rows for the right down from its end. Returns how many go left. */
export function partition(index: usize, n: i32, column: usize, table: usize, scratch: usize): i32 {
  let left = scratch;
  let right = scratch + (<usize>(n - 1) << 2);
  const end = index + (<usize>n << 2);
  for (let at = index; at < end; at += 4) {
    const row = load<u32>(at);
    const toLeft = <usize>load<u8>(table + <usize>load<u8>(column + <usize>row));
    store<u32>(left, row);
    store<u32>(right, row);
    left += toLeft << 2;
    right -= (1 - toLeft) << 2;
  }
  return <i32>((left - scratch) >> 2);
}

/** Puts one part of a partition in its place: `lefts` rows to `leftTo`, the rest, turned round again, to `rightTo`. */
export function placePart(scratch: usize, n: i32, lefts: i32, leftTo: usize, rightTo: usize): void {
  memory.copy(leftTo, scratch, <usize>lefts << 2);
  let from = scratch + (<usize>(n - 1) << 2);
  const rights = n - lefts;
  for (let i = 0; i < rights; i++) {
    store<u32>(rightTo + (<usize>i << 2), load<u32>(from));
    from -= 4;
  }
}
