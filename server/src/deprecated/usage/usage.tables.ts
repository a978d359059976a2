import type { ColumnType } from 'kysely';

declare module '#platform/db/tables.ts' {
  interface Tables {
    deprecated_uses: {
      organization_id: string;
      user_id: string;
      request: string;
      request_digest: ColumnType<string, never, never>;
      is_prediction_api: boolean;
      last_used: Date;
      /** A bigint of the database; text here. */
      uses: ColumnType<string, number, never>;
    };
  }
}
