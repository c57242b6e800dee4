/** What somebody may be reported for; `other` says in words what it is. */
export const REPORT_REASONS = [
  'spam',
  'harassment',
  'fraud',
  'impersonation',
  'inappropriate',
  'other',
] as const;

export type ReportReason = (typeof REPORT_REASONS)[number];
