const bits = new DataView(new ArrayBuffer(8));

function finish(h: number): number {
  let mixed = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Two independent 32-bit hashes of a number; 0 and -0 are the same number. */
export function hashNumber(value: number): readonly [number, number] {
  bits.setFloat64(0, value === 0 ? 0 : value);
  const [high, low] = [bits.getUint32(0), bits.getUint32(4)];
  const first = finish(finish(high ^ 0x9e3779b9) ^ low);
  return [first, finish(finish(low ^ 0x7f4a7c15) + Math.imul(high, 0x01000193) + first)];
}

/** Two independent 32-bit hashes of a text. */
export function hashText(value: string): readonly [number, number] {
  let [a, b] = [0x811c9dc5, 0x9e3779b9 ^ value.length];
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b + unit, 0x85ebca6b) ^ (b >>> 15);
  }
  return [finish(a), finish(b)];
}
