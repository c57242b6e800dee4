import { isLanguage, type Language } from '@dragoman/domain/languages';
import { z } from 'zod';
import type { ProfileCheck } from '../http/require-profile.ts';
import type { SupabaseEnvironment } from './supabase-keys.ts';
import { callerHeaders, SUPABASE_MS, supabaseUrl } from './supabase-rest.ts';

const languageSchema = z.array(z.object({ language: z.string() })).max(1);
const rowsSchema = z.array(z.object({ user_id: z.string() }));

/**
 * @returns tells, with the caller's own rights, whether the caller has a profile; rejects when the
 * database does not say
 */
export function hasSupabaseProfile(env: SupabaseEnvironment): ProfileCheck {
  return async (userId, request) => {
    const url = new URL(`${supabaseUrl(env)}/rest/v1/profiles`);
    url.searchParams.set('select', 'user_id');
    url.searchParams.set('user_id', `eq.${userId}`);
    url.searchParams.set('limit', '1');
    const response = await fetch(url, {
      headers: callerHeaders(env, request),
      signal: AbortSignal.timeout(SUPABASE_MS),
    });
    if (!response.ok) throw new Error(`The profile could not be read: status ${response.status}`);
    return rowsSchema.parse(await response.json()).length > 0;
  };
}

/**
 * @returns the language that the caller has chosen, read with the caller's own rights; null without
 * a profile
 */
export async function profileLanguage(
  env: SupabaseEnvironment,
  userId: string,
  request: Request,
): Promise<Language | null> {
  const url = new URL(`${supabaseUrl(env)}/rest/v1/profiles`);
  url.searchParams.set('select', 'language');
  url.searchParams.set('user_id', `eq.${userId}`);
  const response = await fetch(url, {
    headers: callerHeaders(env, request),
    signal: AbortSignal.timeout(SUPABASE_MS),
  });
  const language = languageSchema.safeParse(await response.json()).data?.[0]?.language;
  return isLanguage(language) ? language : null;
}
