import { useNavigate, useSearch } from '@tanstack/react-router';

/** What is looked at within a connection lives in the address, so that it can be shared. */
interface ConnectionSearch {
  readonly tab?: string;
  readonly user?: string;
  readonly itemId?: string;
  readonly item?: string;
  readonly group?: string;
  readonly search?: string;
  readonly unreadable?: boolean;
  readonly unresolved?: boolean;
}

export function useConnectionSearch() {
  const search: ConnectionSearch = useSearch({ from: '/signed-in/access/$connectionId' });
  const navigate = useNavigate({ from: '/access/$connectionId' });
  return { search, go: (next: ConnectionSearch) => void navigate({ search: next }) };
}
