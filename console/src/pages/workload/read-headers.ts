/** Lines like `X-Key: value`; a line that is none is answered as the text of a refusal. */
export function readHeaders(text: string): Readonly<Record<string, string>> | string {
  const lines = text.split('\n').map((line) => line.trim());
  const written = lines.filter((line) => line !== '');
  const wrong = written.find((line) => !/^[^\s:]+\s*:/.test(line));
  if (wrong !== undefined) return `“${wrong}” is no header: write a name, a colon and a value`;
  return Object.fromEntries(
    written.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}
