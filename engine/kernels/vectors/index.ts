// Dot products of one query with many rows of 8-bit codes. Codes lie in -127..127, so two products fit into 16 bits and
// every sum is exact. Rows are `stride` bytes apart, a multiple of 16, filled up with zeros like the query.

// @ts-ignore: decorator
@inline
function step(sum: v128, row: usize, q: v128): v128 {
  const x = v128.load(row);
  const products = i16x8.add(i16x8.extmul_low_i8x16_s(x, q), i16x8.extmul_high_i8x16_s(x, q));
  return i32x4.add(sum, i32x4.extadd_pairwise_i16x8_s(products));
}

// @ts-ignore: decorator
@inline
function total(sum: v128): i32 {
  return (
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3)
  );
}

/** Writes an i32 a row for rows [from, to) to `out`. */
export function dots(codes: usize, stride: usize, query: usize, from: i32, to: i32, out: usize): void {
  let row = codes + <usize>from * stride;
  let at = out + (<usize>from << 2);
  let i = from;
  for (; i + 4 <= to; i += 4) {
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    const row1 = row + stride;
    const row2 = row1 + stride;
    const row3 = row2 + stride;
    for (let byte: usize = 0; byte < stride; byte += 16) {
      const q = v128.load(query + byte);
      a = step(a, row + byte, q);
      b = step(b, row1 + byte, q);
      c = step(c, row2 + byte, q);
      d = step(d, row3 + byte, q);
    }
    store<i32>(at, total(a));
    store<i32>(at, total(b), 4);
    store<i32>(at, total(c), 8);
    store<i32>(at, total(d), 12);
    row = row3 + stride;
    at += 16;
  }
  for (; i < to; i++) {
    let a = i32x4.splat(0);
    for (let byte: usize = 0; byte < stride; byte += 16) a = step(a, row + byte, v128.load(query + byte));
    store<i32>(at, total(a));
    row += stride;
    at += 4;
  }
}
