import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { firstWords } from './first-words.ts';

const STEP_MS = 30;
/** However long the answer is, it is all there after this. */
const LONGEST_MS = 1_500;

/** An answer that arrived while somebody waited for it appears word by word; any other is there at once. */
export function useReveal(text: string | null): { readonly shown: string; readonly isArriving: boolean } {
  const waited = useRef(false);
  const still = useReducedMotion();
  const [words, setWords] = useState(0);
  if (text === null) waited.current = true;
  const total = text === null ? 0 : text.split(/\s+/).length;
  const isArriving = text !== null && waited.current && !still && words < total;
  useEffect(() => {
    if (!isArriving) return;
    const step = Math.max(1, Math.ceil(total / (LONGEST_MS / STEP_MS)));
    const timer = setInterval(() => setWords((before) => before + step), STEP_MS);
    return () => clearInterval(timer);
  }, [isArriving, total]);
  return { shown: isArriving ? firstWords(text, words) : (text ?? ''), isArriving };
}
