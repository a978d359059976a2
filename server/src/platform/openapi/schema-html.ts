export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c);

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly format?: string;
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  const name = Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? 'anything');
  return schema.format ? `${name} (${schema.format})` : name;
}

// Zod writes the safe-integer bounds of every integer; they tell a reader nothing.
const SAFE = Number.MAX_SAFE_INTEGER;

function bounds(schema: Schema): string {
  const said = [
    schema.minimum !== undefined && schema.minimum !== -SAFE ? `at least ${schema.minimum}` : '',
    schema.maximum !== undefined && schema.maximum !== SAFE ? `at most ${schema.maximum}` : '',
    schema.minLength ? `${schema.minLength}+ characters` : '',
    schema.maxLength !== undefined ? `up to ${schema.maxLength} characters` : '',
    schema.maxItems !== undefined ? `up to ${schema.maxItems} items` : '',
    schema.default !== undefined ? `default ${JSON.stringify(schema.default)}` : '',
    schema.description ?? '',
  ];
  return said.filter(Boolean).join(', ');
}

function rows(schema: Schema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const place = prefix + name;
    const required = schema.required?.includes(name) ? 'yes' : '';
    const own = `<tr><td><code>${escapeHtml(place)}</code></td><td>${escapeHtml(typeOf(field))}</td><td>${required}</td><td>${escapeHtml(bounds(field))}</td></tr>`;
    const inner = field.type === 'array' ? field.items : field;
    return [own, ...(inner?.properties ? rows(inner, `${place}${field.type === 'array' ? '[]' : ''}.`) : [])];
  });
}

export function fieldsTable(schema: Schema): string {
  const list = rows(schema, '');
  if (list.length === 0) return `<p class="shape">${escapeHtml(typeOf(schema))}</p>`;
  return `<table><thead><tr><th>Field</th><th>Type</th><th>Required</th><th>Notes</th></tr></thead><tbody>${list.join('')}</tbody></table>`;
}
