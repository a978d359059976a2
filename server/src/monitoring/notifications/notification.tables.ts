import type { Generated, Selectable } from 'kysely';

interface ChannelTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  name: string;
  channel_type: 'Email' | 'Webhook';
  target: string;
  validate_ssl: boolean;
  sealed: string;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

interface PolicyTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  channel_id: string;
  name: string;
  active: boolean;
  event_type: string | null;
  event_group: string | null;
  maximal_frequency: string | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

interface DeliveryTable {
  id: string;
  organization_id: string;
  deployment_id: string;
  channel_id: string;
  channel_name: string;
  policy_id: string | null;
  event_type: string;
  message: string;
  payload: string;
  status: 'queued' | 'delivered' | 'failed';
  attempts: Generated<number>;
  last_error: string | null;
  created_at: Date;
  ended_at: Date | null;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    notification_channels: ChannelTable;
    notification_policies: PolicyTable;
    notification_deliveries: DeliveryTable;
  }
}

export type ChannelRow = Selectable<ChannelTable>;
export type PolicyRow = Selectable<PolicyTable>;
export type DeliveryRow = Selectable<DeliveryTable>;
