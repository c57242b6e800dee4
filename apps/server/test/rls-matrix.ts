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

/** Access rules of `supabase/schemas`: the user, the action, the row, and the expected result. */
export const RLS_MATRIX: readonly RlsCase[] = [
  ...PEOPLE_RULES,
  ...CHATS_RULES,
  ...MESSAGE_ACTS_RULES,
  ...NOTES_RULES,
  ...ATTENDEES_RULES,
  ...NOTIFICATIONS_RULES,
  ...DATA_EXPORTS_RULES,
  ...GLOSSARY_RULES,
  ...MATERIAL_RULES,
  ...CATALOGUE_RULES,
  ...BOOTH_CODES_RULES,
  ...ANALYTICS_RULES,
  ...FILES_RULES,
  ...FUNCTIONS_RULES,
  ...TRUST_RULES,
  ...CARD_SHARES_RULES,
  ...ACCOUNTS_RULES,
  ...TEAM_RULES,
  ...FOLLOW_UPS_RULES,
  ...MEETINGS_RULES,
  ...WEBHOOKS_RULES,
];
