// Scores of all rows and the gradients of squared loss.

/** Adds a leaf's value to the scores of its rows. `every` is the number of scores a row has (classes). */
export function addLeafValues(index: usize, n: i32, scores: usize, every: i32, value: f64): void {
  const end = index + (<usize>n << 2);
  for (let at = index; at < end; at += 4) {
    const cell = scores + (<usize>load<u32>(at) * <usize>every << 3);
    store<f64>(cell, load<f64>(cell) + value);
  }
}

/** Gradient (score - target) and hessian 1, both times the weight when there is one. */
export function squaredGradients(scores: usize, targets: usize, weights: usize, begin: i32, end: i32, out: usize): void {
  for (let i = begin; i < end; i++) {
    const at = <usize>i << 3;
    const residual = load<f64>(scores + at) - load<f64>(targets + at);
    if (weights) {
      const weight = load<f64>(weights + at);
      store<f32>(out + at, <f32>(residual * weight));
      store<f32>(out + at, <f32>weight, 4);
    } else {
      store<f32>(out + at, <f32>residual);
      store<f32>(out + at, 1, 4);
    }
  }
}
