import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

export interface PartLink {
  readonly label: string;
  readonly to: NonNullable<LinkProps['to']>;
  readonly params?: Readonly<Record<string, string>>;
}

interface PartLinksProps {
  /** Of what these are the parts: `Parts of this deployment`. */
  readonly label: string;
  readonly links: readonly PartLink[];
  /** The label of the part on screen. */
  readonly current: string;
}

/** The pages of one thing, as tabs with an address each. */
export function PartLinks({ label, links, current }: PartLinksProps) {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen the part on screen may be out of sight
  useEffect(() => {
    const shown = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (row.current && shown) row.current.scrollLeft = shown.offsetLeft - row.current.offsetLeft - 24;
  }, [current]);
  return (
    <nav ref={row} aria-label={label} className="part-links">
      {links.map(({ label: name, ...link }) => (
        <Link
          key={name}
          {...(link as LinkProps)}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={name === current ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
