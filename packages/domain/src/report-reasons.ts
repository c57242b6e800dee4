/** Reasons for reporting a user; `other` needs a description. */
export const REPORT_REASONS = [
  'spam',
  'harassment',
  'fraud',
  'impersonation',
  'inappropriate',
  'other',
] as const;

export type ReportReason = (typeof REPORT_REASONS)[number];
