/** One line of a CSV file (RFC 4180, with the line ends of UNIX); cells are quoted only where they must be. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
