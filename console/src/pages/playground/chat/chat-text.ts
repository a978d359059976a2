const LONGEST = 60;

/** A conversation is called by how it begins, cut between words. */
export function chatName(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= LONGEST) return line;
  const cut = line.slice(0, LONGEST);
  const end = cut.lastIndexOf(' ');
  return `${end > 0 ? cut.slice(0, end) : cut}…`;
}

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
