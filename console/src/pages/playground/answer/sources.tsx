import type { Citation } from '../../../api/playgrounds.ts';

/** Where an answer has it from; a click opens the piece itself. */
export function Sources({ citations, onOpen }: { citations: readonly Citation[]; onOpen: (index: number) => void }) {
  if (citations.length === 0) return null;
  return (
    <ul className="sources" aria-label="Sources">
      {citations.map((citation, index) => (
        <li key={`${citation.source} ${citation.text}`}>
          <button type="button" className="citation mantine-focus-auto" onClick={() => onOpen(index)}>
            {`[${index + 1}] ${citation.source ?? 'a document'}`}
          </button>
        </li>
      ))}
    </ul>
  );
}
