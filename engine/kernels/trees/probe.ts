export function probe(): i32 {
  return 42;
}
