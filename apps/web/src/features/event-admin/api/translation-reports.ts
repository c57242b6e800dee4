import type { Language } from '@dragoman/domain/languages';
import type { TranslationFault } from '@dragoman/domain/message-acts';
import type { QueryClient } from '@tanstack/react-query';
import { dashboardQuery } from './dashboard.ts';

interface Direction {
  source_language: Language;
  target_language: Language;
  /** As the reporter's device named it; null: not known. */
  engine: string | null;
}

export interface TranslationReport extends Direction {
  id: string;
  created_at: string;
  /** What the reporter found wrong; null: they did not say. */
  reason: TranslationFault | null;
  /** The message; null for a recording whose words are not known. */
  words: string | null;
  /** The translation that is kept with the message; null: only the reporter's device had it. */
  translation: string | null;
}

export function translationReportsQuery(queryClient: QueryClient) {
  return dashboardQuery<{ reports: TranslationReport[]; counts: Array<Direction & { reports: number }> }>(
    queryClient,
    ['translation-reports'],
    () => '/translation-reports',
    true,
  );
}
