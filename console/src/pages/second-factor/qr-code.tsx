import { encode } from 'uqr';

/** Drawn here: the secret in it never leaves the page. */
export function QrCode({ text, label, size = 200 }: { text: string; label: string; size?: number }) {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 0 });
  const squares = data.flatMap((row, y) => row.flatMap((black, x) => (black ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <div className="qr">
      <svg
        width={size}
        height={size}
        viewBox={`0 0 ${modules} ${modules}`}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <path d={squares.join('')} fill="black" />
      </svg>
    </div>
  );
}
