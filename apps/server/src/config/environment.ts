import { httpsVariables } from '@dragoman/supabase-server/config/https';
import { mailSender, serverVariables } from '@dragoman/supabase-server/config/server-environment';
import { flag } from '@dragoman/supabase-server/config/variables';
import { z } from 'zod';
import { cleanupVariables } from './cleanup.ts';
import { documentsVariables } from './documents.ts';
import { eventAdminVariables } from './event-admin.ts';
import { joinPageVariables } from './join-page.ts';
import { localNameVariables } from './local-name.ts';
import { modelsVariables } from './models.ts';
import { providerLimitVariables } from './provider-limits.ts';
import { securityContactVariables } from './security-contact.ts';

/**
 * Every variable that the server knows, with its rule and its default; docs/configuration.md lists
 * them.
 */
export const environmentSchema = z.object({
  ...serverVariables,
  MAIL_FROM: mailSender('Dragoman <no-reply@localhost>'),
  GUESTS: flag(true),
  ...httpsVariables,
  ...localNameVariables,
  ...joinPageVariables,
  ...documentsVariables,
  ...modelsVariables,
  ...providerLimitVariables,
  ...cleanupVariables,
  ...eventAdminVariables,
  ...securityContactVariables,
});

export type Environment = z.output<typeof environmentSchema>;
