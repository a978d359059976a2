/**
 * The one interface besides the language itself that sources may use freely: the Encoding standard, which every
 * JavaScript runtime has. Read by tsconfig.pure.json only; elsewhere the platform's own types declare it.
 */
declare class TextEncoder {
  encode(text?: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: Uint8Array): string;
}
