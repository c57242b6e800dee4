import { z } from 'zod';
import { documentsVariables } from './documents.ts';
import { engineLimitVariables } from './engine-limits.ts';
import { housekeepingVariables } from './housekeeping.ts';
import { joinPageVariables } from './join-page.ts';
import { modelsVariables } from './models.ts';
import { organiserVariables } from './organiser.ts';
import { securityContactVariables } from './security-contact.ts';
import { mailSender, serverVariables } from './server-environment.ts';
import { flag } from './variables.ts';

/** Every variable that the server knows, with its rule and its default; docs/configuration.md lists them. */
export const environmentSchema = z.object({
  ...serverVariables,
  MAIL_FROM: mailSender('Dragoman <no-reply@localhost>'),
  GUESTS: flag(true),
  ...joinPageVariables,
  ...documentsVariables,
  ...modelsVariables,
  ...engineLimitVariables,
  ...housekeepingVariables,
  ...organiserVariables,
  ...securityContactVariables,
});

export type Environment = z.output<typeof environmentSchema>;
