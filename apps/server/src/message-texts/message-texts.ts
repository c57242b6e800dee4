import { ENGLISH } from '../templates/english.ts';
import type { MessageTemplates } from '../templates/message-templates.ts';
import { ARABIC } from './arabic.ts';
import { CHINESE } from './chinese.ts';

/** The mails and SMS of the product, in its languages. */
export const MESSAGE_TEXTS: MessageTemplates = [ENGLISH, CHINESE, ARABIC];
