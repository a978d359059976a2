import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Span } from '../../api/workloads.ts';
import { selectionOf, USUAL_DAYS } from '../deployment/period.ts';

/** The stretch of time in the address: hours of a day, else days. */
export function useSpan(): { readonly days: number; readonly span: Span } {
  const { days = USUAL_DAYS } = useSearch({ from: '/signed-in/workloads/$workloadId' });
  const span = useMemo((): Span => {
    const { start = '' } = selectionOf({ days }, new Date());
    return { start, resolution: days === 1 ? 'PT1H' : 'P1D' };
  }, [days]);
  return { days, span };
}
