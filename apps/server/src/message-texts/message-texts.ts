import { ENGLISH } from '@dragoman/supabase-server/templates/english';
import type { MessageTemplates } from '@dragoman/supabase-server/templates/message-templates';
import { ARABIC } from './arabic.ts';
import { CHINESE } from './chinese.ts';

/** The mails and SMS of the product, in its languages. */
export const MESSAGE_TEXTS: MessageTemplates = [ENGLISH, CHINESE, ARABIC];
