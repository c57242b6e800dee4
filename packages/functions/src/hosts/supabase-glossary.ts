import { type GlossaryTerm, TERM_MODES } from '@dragoman/domain/glossary/term';
import { z } from 'zod';
import type { SupabaseEnvironment } from './supabase-keys.ts';
import { SUPABASE_MS, serviceHeaders, supabaseUrl } from './supabase-rest.ts';

const glossarySchema = z.array(
  z.object({
    term: z.string(),
    mode: z.enum(TERM_MODES),
    en: z.string().nullable(),
    zh: z.string().nullable(),
    ar: z.string().nullable(),
  }),
);

/**
 * A vendor's glossary is private to the vendor, so it is read with the service key. Without a
 * glossary nothing is masked.
 */
export async function supabaseGlossary(
  env: SupabaseEnvironment,
  userId: string,
  sessionId: string | null,
): Promise<GlossaryTerm[]> {
  const rights = serviceHeaders(env);
  if (!rights) return [];
  const response = await fetch(`${supabaseUrl(env)}/rest/v1/rpc/glossary_for`, {
    method: 'POST',
    headers: { ...rights, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: userId, session_id: sessionId }),
    signal: AbortSignal.timeout(SUPABASE_MS),
  });
  if (!response.ok) throw new Error(`The glossary could not be read: status ${response.status}`);
  return glossarySchema.parse(await response.json());
}
