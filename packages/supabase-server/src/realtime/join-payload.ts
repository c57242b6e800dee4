import { z } from 'zod';
import { MOST_REPLAYED, type ReplayRequest } from './replay.ts';

/** The payload of `phx_join` (supabase-protocol 4.3). Pure. */

const MAX_BINDINGS = 20;

/** Some clients send booleans as strings. */
const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
  .nullish()
  .transform((value) => value ?? false);

const bindingSchema = z.object({
  event: z.string().max(20).default('*'),
  schema: z.string().max(200).optional(),
  table: z.string().max(200).optional(),
  filter: z.string().max(8000).nullish(),
  select: z.array(z.string().max(200)).max(200).nullish(),
});

const joinSchema = z.object({
  config: z
    .object({
      broadcast: z
        .object({ ack: flag, self: flag, replication_ready: flag, replay: z.unknown().optional() })
        .nullish(),
      presence: z.object({ key: z.string().max(255).nullish(), enabled: flag }).nullish(),
      postgres_changes: z.array(bindingSchema).max(MAX_BINDINGS).nullish(),
      private: flag,
    })
    .nullish(),
  access_token: z.string().nullish(),
});

/** Years beyond PostgreSQL's are no moments of ours. */
const LATEST_MS = 8.64e15;

const replaySchema = z.object({
  since: z.number().int().min(0).max(LATEST_MS),
  limit: z
    .number()
    .int()
    .nullish()
    .transform((limit) => Math.min(Math.max(limit ?? MOST_REPLAYED, 1), MOST_REPLAYED)),
});

export interface JoinPayload {
  broadcast: { ack: boolean; self: boolean };
  presence: { key: string; enabled: boolean };
  postgresChanges: Array<z.output<typeof bindingSchema>>;
  private: boolean;
  /** Whether the client asks for a message when broadcasts of the database are ready. */
  replicationReady: boolean;
  /** The broadcasts that the channel wants to be replayed. */
  replay: ReplayRequest | 'invalid' | null;
  accessToken: string | null;
}

/** @returns the payload with everything left out filled in, or what is wrong with it */
export function parseJoinPayload(payload: unknown): JoinPayload | { problem: string } {
  const parsed = joinSchema.safeParse(payload ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { problem: `${issue?.path.join('.') || 'payload'}: ${issue?.message ?? 'not valid'}` };
  }
  const { config, access_token } = parsed.data;
  return {
    broadcast: { ack: config?.broadcast?.ack ?? false, self: config?.broadcast?.self ?? false },
    presence: { key: config?.presence?.key ?? '', enabled: config?.presence?.enabled ?? false },
    postgresChanges: config?.postgres_changes ?? [],
    private: config?.private ?? false,
    replicationReady: config?.broadcast?.replication_ready ?? false,
    replay: replayOf(config?.broadcast?.replay),
    accessToken: access_token ?? null,
  };
}

function replayOf(requested: unknown): JoinPayload['replay'] {
  if (requested === undefined || requested === null) return null;
  return replaySchema.safeParse(requested).data ?? 'invalid';
}
