export interface FormFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

const HEAD_END = '\r\n\r\n';

/** The part `file` of a multipart form that lies in memory whole; undefined when there is none. */
export function fileOfForm(form: Uint8Array, boundary: string): FormFile | undefined {
  const body = Buffer.from(form.buffer, form.byteOffset, form.byteLength);
  const edge = `--${boundary}`;
  let at = body.indexOf(edge);
  while (at >= 0) {
    const start = at + edge.length;
    const headEnd = body.indexOf(HEAD_END, start);
    const next = body.indexOf(`\r\n${edge}`, headEnd < 0 ? start : headEnd + 2);
    if (headEnd < 0 || body.subarray(start, start + 2).toString() === '--') return undefined;
    const head = body.subarray(start, headEnd).toString('utf8');
    if (/^content-disposition:[^\r\n]*;\s*name="?file"?(;|\s*$)/im.test(head)) {
      const name = /filename="?([^";\r\n]*)/i.exec(head)?.[1] ?? '';
      const type = /^content-type:\s*([^\r\n]+)/im.exec(head)?.[1] ?? '';
      return { name, type, bytes: body.subarray(headEnd + HEAD_END.length, next < 0 ? body.length : next) };
    }
    at = next < 0 ? -1 : next + 2;
  }
  return undefined;
}
