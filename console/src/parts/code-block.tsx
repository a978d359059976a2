import { CopyText } from './copy-text.tsx';

/** Text to copy, wrapped so that all of it can be read. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="code-block">
      <section aria-label={label}>
        <pre>{text}</pre>
      </section>
      <CopyText text={text} label={`Copy ${label}`} />
    </div>
  );
}
