/** The beginning of a text, with its own spaces and line ends. */
export function firstWords(text: string, count: number): string {
  const words = text.matchAll(/\S+/g);
  let end = 0;
  for (let taken = 0; taken < count; taken++) {
    const { value, done } = words.next();
    if (done) return text;
    end = value.index + value[0].length;
  }
  return text.slice(0, end);
}
