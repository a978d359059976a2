/** What people may write, as data. Nothing that is not here can be run. */

export type DatePart = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';

export type CastType =
  | { readonly to: 'integer' | 'double' | 'string' | 'boolean' | 'date' | 'timestamp' }
  | { readonly to: 'decimal'; readonly precision: number; readonly scale: number };

export interface SortItem {
  readonly of: Expression;
  readonly descending: boolean;
  readonly nulls?: 'first' | 'last';
}

export interface FrameEdge {
  readonly rows: number | 'unbounded' | 'current';
  readonly side: 'preceding' | 'following';
}

export interface Window {
  readonly partitionBy: readonly Expression[];
  readonly orderBy: readonly SortItem[];
  readonly frame?: { readonly from: FrameEdge; readonly to: FrameEdge };
}

export type Expression = Readonly<
  | { kind: 'number'; text: string }
  | { kind: 'text'; value: string }
  | { kind: 'constant'; value: 'NULL' | 'TRUE' | 'FALSE' }
  | { kind: 'moment'; type: 'date' | 'timestamp'; value: string }
  | { kind: 'interval'; count: number; unit: DatePart }
  | { kind: 'column'; table?: string; name: string; at: number }
  | { kind: 'negate'; of: Expression }
  | { kind: 'not'; of: Expression }
  | { kind: 'binary'; sign: string; left: Expression; right: Expression }
  | { kind: 'is'; of: Expression; not: boolean; what: 'NULL' | 'TRUE' | 'FALSE' }
  | { kind: 'distinct'; left: Expression; right: Expression; not: boolean }
  | { kind: 'between'; of: Expression; low: Expression; high: Expression; not: boolean }
  | { kind: 'in'; of: Expression; list: readonly Expression[] | Query; not: boolean }
  | { kind: 'like'; of: Expression; pattern: Expression; not: boolean; ignoreCase: boolean }
  | { kind: 'case'; of?: Expression; branches: readonly (readonly [Expression, Expression])[]; otherwise?: Expression }
  | { kind: 'cast'; of: Expression; type: CastType }
  | { kind: 'extract'; part: DatePart; of: Expression }
  | {
      kind: 'call';
      name: string;
      args: readonly Expression[];
      distinct: boolean;
      star: boolean;
      over?: Window;
      at: number;
    }
  | { kind: 'exists'; query: Query }
  | { kind: 'query'; query: Query }
>;

export type SelectItem =
  | { readonly kind: 'star'; readonly table?: string; readonly at: number }
  | { readonly kind: 'value'; readonly of: Expression; readonly alias?: string; readonly at: number };

export type Source =
  | { readonly kind: 'table'; readonly name: string; readonly alias?: string; readonly at: number }
  | { readonly kind: 'query'; readonly query: Query; readonly alias: string };

export interface Join {
  readonly type: 'INNER JOIN' | 'LEFT JOIN' | 'RIGHT JOIN' | 'FULL JOIN' | 'CROSS JOIN';
  readonly source: Source;
  readonly on?: Expression;
  readonly using?: readonly string[];
}

export interface Select {
  readonly kind: 'select';
  readonly distinct: boolean;
  readonly items: readonly SelectItem[];
  readonly from?: Source;
  readonly joins: readonly Join[];
  readonly where?: Expression;
  readonly groupBy: readonly Expression[];
  readonly having?: Expression;
}

export type Body =
  | Select
  | Readonly<{ kind: 'set'; sign: 'UNION' | 'UNION ALL' | 'INTERSECT' | 'EXCEPT'; left: Body; right: Body }>;

export interface Query {
  readonly with: readonly { readonly name: string; readonly query: Query; readonly at: number }[];
  readonly body: Body;
  readonly orderBy: readonly SortItem[];
  readonly limit?: number;
  readonly offset?: number;
}
