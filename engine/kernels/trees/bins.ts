// Cut search and bin assignment. Bin 0 is the missing value; bin 1 + k holds the values above k cuts.

const RADIX_BITS: i32 = 11;
const RADIX: i32 = 1 << RADIX_BITS;

/**
 * Sortable keys of the values that are there: sign flipped, negative ones inverted, minus zero made zero. `rows` lists
 * which of them, 0 for all. Returns how many keys were written.
 */
export function makeKeys(values: usize, rows: usize, n: i32, keys: usize): i32 {
  let out = keys;
  for (let i = 0; i < n; i++) {
    const row = rows ? <usize>load<u32>(rows + (<usize>i << 2)) : <usize>i;
    const word = load<u32>(values + (row << 2));
    const size = word & 0x7fffffff;
    store<u32>(out, size == 0 ? 0x80000000 : word ^ (<u32>(<i32>word >> 31) | 0x80000000));
    // A missing value is written too, but the next one takes its place.
    out += size > 0x7f800000 ? 0 : 4;
  }
  return <i32>((out - keys) >> 2);
}

/** Turns sorted keys, in place, into the distinct values they stand for; how often each occurs goes to `counts` (u32). */
export function countDistinct(keys: usize, n: i32, counts: usize): i32 {
  let found = -1;
  let last: u32 = 0;
  for (let i = 0; i < n; i++) {
    const key = load<u32>(keys + (<usize>i << 2));
    if (i == 0 || key != last) {
      found++;
      last = key;
      store<u32>(keys + (<usize>found << 2), key & 0x80000000 ? key & 0x7fffffff : ~key);
      store<u32>(counts + (<usize>found << 2), 0);
    }
    const at = counts + (<usize>found << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  return found + 1;
}

/** Least-significant-digit radix sort of u32 keys, three passes; the result ends in `keys`. `counts` holds 3 x 2048 words. */
export function sortKeys(keys: usize, scratch: usize, counts: usize, n: i32): void {
  memory.fill(counts, 0, <usize>RADIX * 3 * 4);
  for (let i = 0; i < n; i++) {
    const key = load<u32>(keys + (<usize>i << 2));
    const a = counts + (<usize>(key & (RADIX - 1)) << 2);
    store<u32>(a, load<u32>(a) + 1);
    const b = counts + (<usize>((key >> RADIX_BITS) & (RADIX - 1)) << 2);
    store<u32>(b, load<u32>(b, RADIX * 4) + 1, RADIX * 4);
    const c = counts + (<usize>(key >> (2 * RADIX_BITS)) << 2);
    store<u32>(c, load<u32>(c, RADIX * 8) + 1, RADIX * 8);
  }
  let from = keys;
  let to = scratch;
  for (let pass = 0; pass < 3; pass++) {
    const table = counts + <usize>(pass * RADIX * 4);
    let sum: u32 = 0;
    for (let d = 0; d < RADIX; d++) {
      const at = table + (<usize>d << 2);
      const count = load<u32>(at);
      store<u32>(at, sum);
      sum += count;
    }
    const shift = pass * RADIX_BITS;
    for (let i = 0; i < n; i++) {
      const key = load<u32>(from + (<usize>i << 2));
      const at = table + (<usize>((key >> shift) & (RADIX - 1)) << 2);
      const place = load<u32>(at);
      store<u32>(at, place + 1);
      store<u32>(to + (<usize>place << 2), key);
    }
    const swap = from;
    from = to;
    to = swap;
  }
  memory.copy(keys, scratch, <usize>n << 2);
}

@inline
function binOf(x: f32, cuts: usize): u32 {
  let at: u32 = 0;
  at += x > load<f32>(cuts, 127 * 4) ? 128 : 0;
  at += x > load<f32>(cuts + (at << 2), 63 * 4) ? 64 : 0;
  at += x > load<f32>(cuts + (at << 2), 31 * 4) ? 32 : 0;
  at += x > load<f32>(cuts + (at << 2), 15 * 4) ? 16 : 0;
  at += x > load<f32>(cuts + (at << 2), 7 * 4) ? 8 : 0;
  at += x > load<f32>(cuts + (at << 2), 3 * 4) ? 4 : 0;
  at += x > load<f32>(cuts + (at << 2), 1 * 4) ? 2 : 0;
  at += x > load<f32>(cuts + (at << 2)) ? 1 : 0;
  return x == x ? at + 1 : 0;
}

/** `cuts` holds 255 ascending float32, padded with infinity. Four rows at a time hide the latency of the search. */
export function assignBins(values: usize, n: i32, cuts: usize, out: usize): void {
  let i = 0;
  for (; i + 4 <= n; i += 4) {
    const v = values + (<usize>i << 2);
    const a = binOf(load<f32>(v), cuts);
    const b = binOf(load<f32>(v, 4), cuts);
    const c = binOf(load<f32>(v, 8), cuts);
    const d = binOf(load<f32>(v, 12), cuts);
    store<u32>(out + <usize>i, a | (b << 8) | (c << 16) | (d << 24));
  }
  for (; i < n; i++) store<u8>(out + <usize>i, binOf(load<f32>(values + (<usize>i << 2)), cuts));
}

/** Copies rows [begin, end) of column-major bins into the row-major matrix. */
export function interleave(columns: usize, n: i32, features: i32, begin: i32, end: i32, rows: usize, stride: i32): void {
  for (let block = begin; block < end; block += 512) {
    const stop = min(block + 512, end);
    for (let f = 0; f < features; f++) {
      const source = columns + <usize>f * <usize>n;
      let target = rows + <usize>block * <usize>stride + <usize>f;
      for (let r = block; r < stop; r++) {
        store<u8>(target, load<u8>(source + <usize>r));
        target += <usize>stride;
      }
    }
  }
}
