import type { Language } from '@dragoman/domain/languages';
import type { QueryClient } from '@tanstack/react-query';
import { dashboardQuery } from '../api/dashboard.ts';

export interface ReportPerson {
  id: string;
  name: string;
  company: string | null;
  role: 'vendor' | 'visitor';
}

export interface ReportedMessage {
  id: string;
  sender_id: string;
  type: 'text' | 'file' | 'audio';
  content: string;
  /** The transcript of a voice message, if it exists. */
  transcript: string | null;
  source_language: Language;
  /** The translation that the reader was shown; null: none. */
  translated_content: string | null;
  target_language: Language | null;
  /** The provider that made the translation, proved by the server; null: the sender's own words. */
  translation_engine: string | null;
  /** Who said it face to face; the sender, a vendor, wrote it down. Null: an ordinary message. */
  said_by: 'vendor' | 'visitor' | null;
  created_at: string;
}

export interface UserReport {
  id: string;
  created_at: string;
  status: 'open' | 'closed';
  reason: 'spam' | 'harassment' | 'fraud' | 'impersonation' | 'inappropriate' | 'other';
  details: string | null;
  reporter: ReportPerson;
  /** Null once that account is deleted. */
  reported: ReportPerson | null;
  /** The number of other reports about the same person. */
  other_reports: number;
  /** The messages attached by the reporter, oldest first. */
  messages: ReportedMessage[];
  /** The administrators' internal note; revision 0 and empty at first. */
  note: { text: string; revision: number };
}

export function reportsQuery(queryClient: QueryClient, status: UserReport['status']) {
  const path = () => `/reports?status=${status}`;
  return dashboardQuery<{ reports: UserReport[]; open: number; closed: number }>(
    queryClient,
    ['reports', status],
    path,
    true,
  );
}
