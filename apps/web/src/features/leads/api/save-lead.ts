import { type LeadAnswers, type LeadContent, leadContent } from '@dragoman/domain/leads/lead';
import { storableText } from '@dragoman/domain/text';
import { classifyResponse } from '@/shared/api/classify-response.ts';
import type { Lead } from '@/shared/api/database-types.ts';
import { quotaOf } from '@/shared/api/quota.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { SavedLead, SaveOutcome } from '../model/pending-lead.ts';

/** An attempt without an answer is given up after this long. */
const ATTEMPT_TIMEOUT_MS = 15_000;

/**
 * Makes one attempt to write a lead. It updates only the version given, and inserts only without a
 * row. Never rejects.
 * @param version the last known version; null when no row is known
 */
export async function saveLead(
  supabase: Supabase,
  key: Pick<Lead, 'owner_id' | 'person_id'>,
  version: number | null,
  content: LeadContent,
): Promise<SaveOutcome> {
  const values = { ...content, note: content.note && storableText(content.note), answers: storable(content) };
  const leads = supabase.from('leads');
  const { data, error, status } = await (version === null
    ? leads.insert({ ...key, ...values })
    : leads.update(values).match(key).eq('version', version)
  )
    .select(SAVED_COLUMNS)
    .abortSignal(AbortSignal.timeout(ATTEMPT_TIMEOUT_MS))
    .maybeSingle();
  switch (classifyResponse(status, error?.code)) {
    case 'accepted':
      return data ? { kind: 'saved', lead: savedLead(data) } : readTheirs(supabase, key);
    case 'duplicate':
      return readTheirs(supabase, key);
    case 'refused':
      return { kind: 'refused', full: quotaOf(error) === 'leads' };
    case 'unreachable':
      if (status === 401) await renewToken(supabase);
      return { kind: 'unreachable' };
  }
}

/** The columns that the outbox needs. */
export const SAVED_COLUMNS = 'version, status, rating, tags, note, answers, follow_up_on, met_by';

/** @returns a row as the outbox wants it. */
export function savedLead(row: LeadContent & Pick<Lead, 'version' | 'met_by'>): SavedLead {
  return { version: row.version, content: leadContent(row), metBy: row.met_by ?? null };
}

async function readTheirs(
  supabase: Supabase,
  key: Pick<Lead, 'owner_id' | 'person_id'>,
): Promise<SaveOutcome> {
  const { data, error } = await supabase
    .from('leads')
    .select(SAVED_COLUMNS)
    .match(key)
    .abortSignal(AbortSignal.timeout(ATTEMPT_TIMEOUT_MS))
    .maybeSingle();
  if (error) return { kind: 'unreachable' };
  return { kind: 'changed', theirs: data && savedLead(data) };
}

function storable({ answers }: LeadContent): LeadAnswers {
  const entries = Object.entries(answers).map(([id, answer]) => [
    id,
    typeof answer === 'string' ? storableText(answer) : answer,
  ]);
  return Object.fromEntries(entries);
}

/**
 * The client renews tokens in time by its own clock; when that clock is wrong, the server's 401 is
 * what tells.
 */
async function renewToken(supabase: Supabase): Promise<void> {
  const { data } = await supabase.auth.getSession();
  if (data.session) await supabase.auth.refreshSession();
}
