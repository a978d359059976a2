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

export type Expression =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'constant'; readonly value: 'NULL' | 'TRUE' | 'FALSE' }
  | { readonly kind: 'moment'; readonly type: 'date' | 'timestamp'; readonly value: string }
  | { readonly kind: 'interval'; readonly count: number; readonly unit: DatePart }
  | { readonly kind: 'column'; readonly table?: string; readonly name: string; readonly at: number }
  | { readonly kind: 'negate'; readonly of: Expression }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'binary'; readonly sign: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'is'; readonly of: Expression; readonly not: boolean; readonly what: 'NULL' | 'TRUE' | 'FALSE' }
  | { readonly kind: 'distinct'; readonly left: Expression; readonly right: Expression; readonly not: boolean }
  | {
      readonly kind: 'between';
      readonly of: Expression;
      readonly low: Expression;
      readonly high: Expression;
      readonly not: boolean;
    }
  | {
      readonly kind: 'in';
      readonly of: Expression;
      readonly list: readonly Expression[] | Query;
      readonly not: boolean;
    }
  | {
      readonly kind: 'like';
      readonly of: Expression;
      readonly pattern: Expression;
      readonly not: boolean;
      readonly ignoreCase: boolean;
    }
  | {
      readonly kind: 'case';
      readonly of?: Expression;
      readonly branches: readonly (readonly [Expression, Expression])[];
      readonly otherwise?: Expression;
    }
  | { readonly kind: 'cast'; readonly of: Expression; readonly type: CastType }
  | { readonly kind: 'extract'; readonly part: DatePart; readonly of: Expression }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly args: readonly Expression[];
      readonly distinct: boolean;
      readonly star: boolean;
      readonly over?: Window;
      readonly at: number;
    }
  | { readonly kind: 'exists'; readonly query: Query }
  | { readonly kind: 'query'; readonly query: Query };

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
  | {
      readonly kind: 'set';
      readonly sign: 'UNION' | 'UNION ALL' | 'INTERSECT' | 'EXCEPT';
      readonly left: Body;
      readonly right: Body;
    };

export interface Query {
  readonly with: readonly { readonly name: string; readonly query: Query; readonly at: number }[];
  readonly body: Body;
  readonly orderBy: readonly SortItem[];
  readonly limit?: number;
  readonly offset?: number;
}
