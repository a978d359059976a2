import { CopyText } from './copy-text.tsx';

/** Text to copy: scrolls inside itself, also by keyboard. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0}>
        <pre>{text}</pre>
      </section>
      <CopyText text={text} label={`Copy ${label}`} />
    </div>
  );
}
