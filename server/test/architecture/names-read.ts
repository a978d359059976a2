import { parseAst } from 'vitest/node';
import { textOf } from './source-files.ts';

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The names that a file reads from objects: `x.name`, `x['name']`, `const { name } = x`, and names in strings. */
export function namesRead(file: string): ReadonlySet<string> {
  const names = new Set<string>();
  const text = textOf(file);
  const tables = new Set(
    [...text.matchAll(/\b(?:Object\.)?(?:keys|keysOf|entries)\((\w+)\)/g)].map(([, name]) => name),
  );
  const visit = (node: Node): void => {
    switch (node.type) {
      case 'MemberExpression':
        addName(names, node.property, node.computed === true);
        break;
      case 'ObjectPattern':
        for (const property of node.properties as readonly Node[])
          addName(names, property.key, property.computed === true);
        break;
      case 'VariableDeclarator':
        if (isTable(node, tables)) addKeys(names, node.init);
        break;
      case 'TemplateElement': // columns of JSON in SQL
        for (const [word] of String((node.value as { raw: string }).raw).matchAll(/\w+/g)) names.add(word);
        return;
      case 'Literal':
        if (typeof node.value === 'string') names.add(node.value);
        return;
      default:
        if (node.type.startsWith('TS') && !HOLDS_VALUES.has(node.type)) return;
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === 'key' && node.computed !== true) continue; // of an object that is made here
      if (Array.isArray(value)) for (const item of value) isNode(item) && visit(item);
      else if (isNode(value)) visit(value);
    }
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node);
  return names;
}

/** Syntax of TypeScript around an expression; the rest of it is types, which read nothing. */
const HOLDS_VALUES = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSInstantiationExpression',
]);

function addName(names: Set<string>, key: unknown, computed: boolean): void {
  if (!isNode(key)) return;
  if (key.type === 'Identifier' && !computed) names.add(String(key.name));
  if (key.type === 'Literal' && typeof key.value === 'string') names.add(key.value);
}

/** A constant that is looked up or iterated by name: its keys are names that the file reads. */
function isTable({ id, init }: Node, iterated: ReadonlySet<string | undefined>): boolean {
  if (!isNode(id) || id.type !== 'Identifier' || !isNode(init)) return false;
  return /^[A-Z][A-Z0-9_]+$/.test(String(id.name)) || iterated.has(String(id.name));
}

function addKeys(names: Set<string>, init: unknown): void {
  if (!isNode(init)) return;
  if (init.type === 'ObjectExpression') {
    for (const { key, computed } of init.properties as readonly Node[]) addName(names, key, computed === true);
  } else addKeys(names, init.expression);
}
