/** The part of the Encoding standard the engine uses; declared here because the engine sees neither DOM nor Node types. */
interface Encoding {
  TextEncoder: new () => { encode(text: string): Uint8Array };
  TextDecoder: new (label: string, options: { ignoreBOM: boolean }) => { decode(bytes: Uint8Array): string };
}

const { TextEncoder, TextDecoder } = globalThis as unknown as Encoding;
const encoder = new TextEncoder();
/** A leading byte-order mark belongs to the text: what was written is what is read. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const encodeText = (text: string): Uint8Array => encoder.encode(text);
export const decodeText = (bytes: Uint8Array): string => decoder.decode(bytes);
