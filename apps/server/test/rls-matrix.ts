import { ACCOUNTS_RULES } from './rls-matrix/accounts.ts';
import { ANALYTICS_RULES } from './rls-matrix/analytics.ts';
import { ATTENDEES_RULES } from './rls-matrix/attendees.ts';
import { BOOTH_CODES_RULES } from './rls-matrix/booth-codes.ts';
import { CARD_SHARES_RULES } from './rls-matrix/card-shares.ts';
import { CATALOGUE_RULES } from './rls-matrix/catalogue.ts';
import { CHATS_RULES } from './rls-matrix/chats.ts';
import { DATA_EXPORTS_RULES } from './rls-matrix/data-exports.ts';
import { FILES_RULES } from './rls-matrix/files.ts';
import { FOLLOW_UPS_RULES } from './rls-matrix/follow-ups.ts';
import { FUNCTIONS_RULES } from './rls-matrix/functions.ts';
import { GLOSSARY_RULES } from './rls-matrix/glossary.ts';
import { MATERIAL_RULES } from './rls-matrix/material.ts';
import { MEETINGS_RULES } from './rls-matrix/meetings.ts';
import { MESSAGE_ACTS_RULES } from './rls-matrix/message-acts.ts';
import { NOTES_RULES } from './rls-matrix/notes.ts';
import { NOTIFICATIONS_RULES } from './rls-matrix/notifications.ts';
import { PEOPLE_RULES } from './rls-matrix/people.ts';
import type { RlsCase } from './rls-matrix/rls-case.ts';
import { TEAM_RULES } from './rls-matrix/teams.ts';
import { TRUST_RULES } from './rls-matrix/trust.ts';
import { WEBHOOKS_RULES } from './rls-matrix/webhooks.ts';

/**
 * Access rules of `supabase/schemas` by subject: the user, the action, the row, and the expected
 * result.
 */
export const RLS_MATRIX: Readonly<Record<string, readonly RlsCase[]>> = {
  people: PEOPLE_RULES,
  chats: CHATS_RULES,
  'message acts': MESSAGE_ACTS_RULES,
  notes: NOTES_RULES,
  attendees: ATTENDEES_RULES,
  notifications: NOTIFICATIONS_RULES,
  'data exports': DATA_EXPORTS_RULES,
  glossary: GLOSSARY_RULES,
  material: MATERIAL_RULES,
  catalogue: CATALOGUE_RULES,
  'booth codes': BOOTH_CODES_RULES,
  analytics: ANALYTICS_RULES,
  files: FILES_RULES,
  functions: FUNCTIONS_RULES,
  trust: TRUST_RULES,
  'card shares': CARD_SHARES_RULES,
  accounts: ACCOUNTS_RULES,
  team: TEAM_RULES,
  'follow ups': FOLLOW_UPS_RULES,
  meetings: MEETINGS_RULES,
  webhooks: WEBHOOKS_RULES,
};
