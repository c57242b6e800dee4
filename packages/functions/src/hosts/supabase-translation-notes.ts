import type { MadeTranslation } from '../translate/handler.ts';
import type { SupabaseEnvironment } from './supabase-keys.ts';
import { SUPABASE_MS, serviceHeaders, supabaseUrl } from './supabase-rest.ts';

/** Without the service key nothing is noted, and messages name no provider. */
export async function noteOnSupabase(env: SupabaseEnvironment, made: MadeTranslation): Promise<void> {
  const rights = serviceHeaders(env);
  if (!rights) return;
  const { userId: user_id, words, target, translated, engine: provider } = made;
  const response = await fetch(`${supabaseUrl(env)}/rest/v1/rpc/note_translation`, {
    method: 'POST',
    headers: { ...rights, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id, words, target, translated, engine: provider }),
    signal: AbortSignal.timeout(SUPABASE_MS),
  });
  if (!response.ok) throw new Error(`The translation could not be noted: status ${response.status}`);
}
