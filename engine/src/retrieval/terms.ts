import { tokens } from '../text/tokens.ts';

/** Words longer than this also count by their beginning, so that "forecast" and "forecasting" have something in common. */
const STEM = 5;

/** What a text is compared by: its words and the beginnings of long ones, with how often each occurs. */
export function termsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const word of tokens(text)) {
    count(word);
    if (word.length > STEM) count(`${word.slice(0, STEM)}-`);
  }
  return counts;
}
