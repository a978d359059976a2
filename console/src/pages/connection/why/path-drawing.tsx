import { Icon, type IconName } from '../../../parts/icons.tsx';
import type { Stop } from './access-path.ts';

const icons: Readonly<Record<Stop['type'], IconName>> = {
  user: 'user',
  group: 'group',
  address: 'user',
  domain: 'organization',
  tenant: 'organization',
  everyone: 'group',
  anyone: 'group',
  grant: 'key',
  inheritedFrom: 'useCase',
  item: 'book',
};

/** The way from a person to a document. A list to screen readers: each stop says how it follows from the one before. */
export function PathDrawing({ stops }: { stops: readonly Stop[] }) {
  return (
    <ol className="access-path" aria-label="The way to the document">
      {stops.map(({ key, type, kind, name, relation }) => (
        <li key={key}>
          {relation !== null && (
            <span className="path-arrow">
              <span>{relation}</span>
              <svg viewBox="0 0 64 12" width="64" height="12" aria-hidden="true" focusable="false">
                <path
                  d="M2 6h56M53 2l5 4-5 4"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.6"
                  strokeLinecap="round"
                />
              </svg>
            </span>
          )}
          <span className="path-stop" data-type={type}>
            <Icon name={icons[type]} size={18} />
            <span>
              <span className="path-kind">{kind}</span>
              <span className="path-name">{name}</span>
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
