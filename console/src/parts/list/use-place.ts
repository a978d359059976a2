import { useNavigate, useSearch } from '@tanstack/react-router';
import { PAGE_SIZE } from '../paging.tsx';

type Searched = { readonly offset?: number; readonly search?: string };

export interface Place {
  readonly offset: number;
  readonly search: string;
  readonly window: { readonly offset: number; readonly limit: number };
  readonly toOffset: (offset: number) => void;
  readonly toSearch: (text: string) => void;
}

/** What is said by default is left out of the address. */
const readSearch = (old: Searched, change: Searched): Searched =>
  Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== '' && value !== 0));

/** Where one is in a list, and what it is searched for: kept in the address, so that it can be shared. */
export function usePlace(): Place {
  const { offset = 0, search = '' } = useSearch({ strict: false }) as Searched;
  const navigate = useNavigate();
  const go = (change: Searched, replace: boolean) => {
    const next = (old: Searched) => readSearch(old, change);
    // The same page with another search: whichever list it is, it takes these two.
    void navigate({ to: '.', search: next as never, replace });
  };
  return {
    offset,
    search,
    window: { offset, limit: PAGE_SIZE },
    toOffset: (to) => go({ offset: to }, false),
    toSearch: (text) => go({ offset: 0, search: text }, true),
  };
}
