/** The partial-response language: `files(id,name),nextPageToken`. What was not asked for is not answered. */
export type Fields = Map<string, Fields | null>;

export function readFields(text: string): Fields {
  let at = 0;
  const group = (): Fields => {
    const found: Fields = new Map();
    let name = '';
    const keep = (inner: Fields | null) => {
      const [first = '', ...rest] = name.trim().split('/');
      if (first !== '') found.set(first, rest.length > 0 ? new Map([[rest.join('/'), inner]]) : inner);
      name = '';
    };
    for (; at < text.length; at += 1) {
      const char = text[at];
      if (char === '(') {
        at += 1;
        keep(group());
      } else if (char === ')') break;
      else if (char === ',') keep(null);
      else name += char;
    }
    keep(null);
    return found;
  };
  return group();
}

export function project(value: unknown, fields: Fields | null): unknown {
  if (fields === null || fields.has('*') || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => project(one, fields));
  const out: Record<string, unknown> = {};
  for (const [name, inner] of fields) {
    const own = (value as Record<string, unknown>)[name];
    if (own !== undefined) out[name] = project(own, inner);
  }
  return out;
}
