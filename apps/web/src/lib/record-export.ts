import { meaningOfAnswer } from './answer-meaning.ts';
import type { DataExport } from './database-types.ts';
import { newId } from './new-id.ts';
import { retryDelayMs } from './retry-delay.ts';
import type { Supabase } from './supabase.ts';

/** Attempts to record an export whose file is ready. */
const ATTEMPTS = 4;

/**
 * Writes an export into the record that its owner can read and nobody can change (docs/adr/0032); the file is handed out afterwards. An
 * answer that gets lost is asked for again: an id that stands there already was ours. Exports of leads have `lead_exports`.
 * @param line `items`: people, cards or lines of figures in the file
 * @throws PostgrestError when it cannot be recorded
 */
export async function recordExport(
  supabase: Supabase,
  line: Pick<DataExport, 'owner_id' | 'format' | 'items'> & { kind: 'cards' | 'analytics' },
): Promise<void> {
  const id = newId();
  for (let attempt = 1; ; attempt += 1) {
    const { error, status } = await supabase.from('data_exports').insert({ id, ...line });
    const meaning = meaningOfAnswer(status, error?.code);
    if (meaning === 'accepted' || meaning === 'duplicate') return;
    if (meaning === 'refused' || attempt === ATTEMPTS) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs(attempt)));
  }
}
