import { whatsAppLink } from '@dragoman/domain/whatsapp';
import { Bot, ListChecks, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWorksInTeam } from '@/entities/booth/my-booth.ts';
import { useSaveContact } from '@/entities/card/save-contact.ts';
import { useMissedRepliesPath } from '@/entities/missed-replies/missed-replies-section.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { useCopyWeChat } from '@/shared/hooks/use-copy-wechat.ts';
import { useLiveTeamNotes, useTeamNotes } from '../notes/team-notes.ts';

/** What can be done with the counterpart of a chat. */
export interface Shortcuts {
  /** The address of a WhatsApp chat with a greeting; null without a number. */
  whatsApp: string | null;
  /** Copies the WeChat ID; null without one. */
  copyWeChat: (() => void) | null;
  /** Saves the contact card. */
  save: () => void;
  /** The name of the assistant, or of the key facts without an assistant. */
  helper: string;
  HelperIcon: LucideIcon;
  /** The way to the settings of missed replies; null where nothing is sent. */
  missedReplies: string | null;
  /** The number of the team's notes beside the chat; null where no team of the user has it. */
  teamNotes: number | null;
}

/**
 * @param chat the open chat, and the vendor whose booth has it
 * @returns the shortcuts to a counterpart (specification 2.18)
 */
export function useShortcuts(
  me: Profile,
  counterpart: Profile,
  chat: { chatId: string; vendorId: string },
): Shortcuts {
  const { t } = useTranslation();
  const copyWeChat = useCopyWeChat();
  const saveContact = useSaveContact();
  const { assistant } = useBackend().config;
  const greeting = me.company
    ? t('chat.whatsAppGreetingCompany', { name: me.name, company: me.company })
    : t('chat.whatsAppGreeting', { name: me.name });
  const hasNotes = useWorksInTeam(me, chat.vendorId);
  const notes = useTeamNotes(me, chat.chatId, hasNotes).data;
  useLiveTeamNotes(me, chat.chatId, hasNotes);
  const weChat = counterpart.wechat;
  const name = counterpart.name || t('chat.someone');
  return {
    whatsApp: counterpart.whatsapp
      ? whatsAppLink({ whatsapp: counterpart.whatsapp, phone: null }, greeting)
      : null,
    copyWeChat: weChat ? () => void copyWeChat(weChat) : null,
    save: () => void saveContact({ ...counterpart, name }, counterpart.id),
    helper: assistant ? t('assistant.title') : t('facts.title'),
    HelperIcon: assistant ? Bot : ListChecks,
    missedReplies: useMissedRepliesPath(me.role),
    teamNotes: hasNotes ? (notes?.length ?? 0) : null,
  };
}
