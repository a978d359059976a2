/** Node's names for what it could not read as HTTP, and what we answer; anything else is 400. */
const STATUS: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
]);

/** The whole answer, byte for byte: there is no request yet that a reply could be made for. */
export function malformedAnswer(error: Error & { readonly code?: string }, requestId: string): string {
  const status = STATUS.get(error.code ?? '') ?? '400 Bad Request';
  const body = JSON.stringify({ message: `The request is not valid HTTP: ${error.message}`, code: 'http.malformed' });
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json',
    `x-request-id: ${requestId}`,
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
