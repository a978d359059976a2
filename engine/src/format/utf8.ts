const encoder = new TextEncoder();
/** A leading byte-order mark belongs to the text: what was written is what is read. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const encodeText = (text: string): Uint8Array => encoder.encode(text);
export const decodeText = (bytes: Uint8Array): string => decoder.decode(bytes);
