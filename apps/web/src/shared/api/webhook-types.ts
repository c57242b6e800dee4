// Types, not interfaces: the client's types of tables ask for an index signature.

/** Where a booth's leads are sent (docs/adr/0088). */
export type WebhookEndpoint = {
  id: string;
  owner_id: string;
  url: string;
  created_at: string;
  /** Since when deliveries fail; null: the last one arrived, or there was none. */
  failing_since: string | null;
  paused_at: string | null;
  rests_until: string | null;
};

/** One delivery, and what became of it. */
export type WebhookDelivery = {
  id: string;
  event: 'lead.created' | 'lead.updated' | 'ping';
  state: 'waiting' | 'sent' | 'failed' | 'skipped';
  tries: number;
  created_at: string;
  tried_at: string | null;
  /** The status of the last answer. */
  answer: number | null;
  failure: 'timeout' | 'connection' | 'host' | 'redirect' | null;
};
