import { MOST_BINS } from './bins.rules.ts';
import type { TextCounts } from './column-counts.ts';
import type { PlotBin, TextStatistics } from './profile.types.ts';

export interface NameFacts {
  readonly present: number;
  readonly unique: number;
  readonly uniqueIsExact: boolean;
  /** The most frequent values, most frequent first. */
  readonly top: readonly PlotBin[];
  readonly text: TextStatistics;
}

/** Words of a text that may have been cut to fewer than its `length` characters. */
export const wordsIn = (text: string, length: number): number =>
  (text.match(/\S+/gu)?.length ?? 0) * Math.max(1, text.length > 0 ? length / text.length : 1);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function nameFacts({ values, counts, lengths }: TextCounts): NameFacts {
  let present = 0;
  let letters = 0;
  let words = 0;
  let longest = 0;
  const bins = values.map((label, i) => {
    const count = counts[i] ?? 0;
    const length = lengths[i] ?? 0;
    present += count;
    letters += count * length;
    words += count * wordsIn(label, length);
    longest = Math.max(longest, length);
    return { label, count };
  });
  const mean = (sum: number) => (present > 0 ? sum / present : 0);
  return {
    present,
    unique: values.length,
    uniqueIsExact: true,
    top: bins.sort((a, b) => b.count - a.count || byText(a.label, b.label)).slice(0, MOST_BINS),
    text: { meanLength: mean(letters), maxLength: longest, meanWords: mean(words) },
  };
}

/**
 * Text is prose: several words a value, and values that hardly repeat. Everything else that is written in letters is a
 * category, however many there are.
 */
export function isProse({ present, unique, text }: Pick<NameFacts, 'present' | 'unique' | 'text'>): boolean {
  return text.meanWords >= 3 && unique > 1 && unique >= Math.min(50, present * 0.5) && unique >= present * 0.1;
}
