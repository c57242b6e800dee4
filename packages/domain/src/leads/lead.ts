// Leads: a user's notes about a person they met. The table's checks (supabase/schemas/12_leads.sql)
// have the same numbers.

/** The progress with a person, in the order of a sale. */
export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'won', 'lost'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** Ratings, from a passer-by to a contact to call today. */
export const LEAD_RATINGS = [1, 2, 3, 4, 5] as const;
export type LeadRating = (typeof LEAD_RATINGS)[number];

/**
 * In characters (code points). Two devices' simultaneous texts may be longer together: up to
 * `mergedText`.
 */
export const LEAD_LIMITS = {
  note: 8000,
  answer: 1000,
  mergedText: 20_000,
  questions: 12,
  label: 200,
  choices: 12,
  choice: 80,
} as const;

/** A text, yes or no, or the chosen options. */
export type LeadAnswer = string | boolean | string[];

/** Answers by question id; an unanswered question has no key. */
export type LeadAnswers = Readonly<Record<string, LeadAnswer>>;

/** All notes that a user can make about a person. */
export interface LeadContent {
  status: LeadStatus;
  rating: LeadRating | null;
  tags: string[];
  note: string | null;
  answers: LeadAnswers;
  /** A day, `2026-05-17`, in the calendar of the user who set it; null when not set. */
  follow_up_on: string | null;
}

/** A lead without any notes. */
export const EMPTY_LEAD: LeadContent = {
  status: 'new',
  rating: null,
  tags: [],
  note: null,
  answers: {},
  follow_up_on: null,
};

/** @returns whether a follow-up can still be due: won and lost leads are closed */
export function isOpenLead(status: LeadStatus): boolean {
  return status !== 'won' && status !== 'lost';
}

/** @returns the editable part of a row */
export function leadContent(row: LeadContent): LeadContent {
  const { status, rating, tags, note, answers, follow_up_on } = row;
  return { status, rating, tags, note, answers, follow_up_on };
}

/**
 * @returns a tag as a PostgreSQL array, for `cs`: the client's own way leaves quotes, backslashes
 * and braces as they are.
 */
export function tagArray(tag: string): string {
  return `{"${tag.replace(/["\\]/g, (char) => `\\${char}`)}"}`;
}
