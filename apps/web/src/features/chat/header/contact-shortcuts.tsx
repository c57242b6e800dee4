import { whatsAppLink } from '@dragoman/domain/whatsapp';
import { Bot, ContactRound, Copy, ListChecks, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveContact } from '@/entities/card/save-contact.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { useCopyWeChat } from '@/shared/hooks/use-copy-wechat.ts';
import { cn } from '@/shared/ui/cn.ts';
import { Tooltip } from '@/shared/ui/tooltip.tsx';

const chip =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border border-line bg-surface px-2 text-start font-semibold text-primary text-xs leading-tight transition-colors duration-150 hover:bg-sunken max-[22rem]:px-1 [&_svg]:shrink-0';

const wideChip = cn(chip, 'w-full sm:[@media(min-height:30rem)]:px-3');

const sign =
  'size-4 max-[26rem]:group-has-[>:nth-child(4)]:hidden max-[22rem]:hidden [@media(max-height:30rem)]:hidden';

// In a low view, on a phone in landscape or zoomed in, the messages need the line: the shortcuts
// move beside the name, with two-line labels, and without room for that into the card that the name
// opens.
const IN_HEADER =
  'group flex basis-full gap-2 px-2 pb-2 max-[22rem]:gap-1.5 sm:basis-auto sm:py-2 max-md:[@media(max-height:30rem)]:hidden md:[@media(max-height:30rem)]:max-w-[23rem] md:[@media(max-height:30rem)]:break-keep';
const IN_CARD = 'mt-2 hidden flex-wrap gap-2 max-md:[@media(max-height:30rem)]:flex';

interface ContactShortcutsProps {
  me: Profile;
  counterpart: Profile;
  onAssistant: () => void;
  /** The card has a button of its own that saves the contact. */
  place?: 'header' | 'card';
}

/** Open WhatsApp, copy the WeChat ID, save the contact: one thumb away, each only when there is something to it. */
export function ContactShortcuts({ me, counterpart, onAssistant, place = 'header' }: ContactShortcutsProps) {
  const { t } = useTranslation();
  const greeting = me.company
    ? t('chat.whatsAppGreetingCompany', { name: me.name, company: me.company })
    : t('chat.whatsAppGreeting', { name: me.name });
  const whatsApp = counterpart.whatsapp
    ? whatsAppLink({ whatsapp: counterpart.whatsapp, phone: null }, greeting)
    : null;
  const weChat = counterpart.wechat;
  const name = counterpart.name || t('chat.someone');

  const copyWeChat = useCopyWeChat();
  const { assistant } = useBackend().config;
  const helper = assistant ? t('assistant.title') : t('facts.title');
  const HelperIcon = assistant ? Bot : ListChecks;

  return (
    <ul
      aria-label={t('chat.shortcuts')}
      // On a phone three words and their signs do not fit beside each other: the words stay.
      className={place === 'header' ? IN_HEADER : IN_CARD}
    >
      {whatsApp && (
        <Item>
          <a href={whatsApp} target="_blank" rel="noopener noreferrer" className={wideChip}>
            <MessageCircle aria-hidden="true" className={sign} />
            {t('chat.openWhatsApp')}
          </a>
        </Item>
      )}
      {weChat && (
        <Item>
          <button type="button" className={wideChip} onClick={() => void copyWeChat(weChat)}>
            <Copy aria-hidden="true" className={sign} />
            {t('chat.copyWeChat')}
          </button>
        </Item>
      )}
      {place === 'header' ? (
        <>
          <Item>
            <button type="button" className={wideChip} onClick={() => saveContact({ ...counterpart, name })}>
              <ContactRound aria-hidden="true" className={sign} />
              {t('chat.saveContact')}
            </button>
          </Item>
          <li className="flex shrink-0">
            <Tooltip text={helper}>
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={helper}
                className={cn(chip, 'w-11 sm:px-0')}
                onClick={onAssistant}
              >
                <HelperIcon aria-hidden="true" className="size-5" />
              </button>
            </Tooltip>
          </li>
        </>
      ) : (
        <Item>
          <button type="button" aria-haspopup="dialog" className={wideChip} onClick={onAssistant}>
            {helper}
          </button>
        </Item>
      )}
    </ul>
  );
}

function Item({ children }: { children: ReactNode }) {
  return <li className="flex min-w-min flex-auto sm:[@media(min-height:30rem)]:flex-none">{children}</li>;
}
