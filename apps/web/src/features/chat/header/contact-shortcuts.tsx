import { ContactRound, Copy, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/ui/cn.ts';
import { Tooltip } from '@/shared/ui/overlay/tooltip.tsx';
import type { Shortcuts } from './use-shortcuts.ts';

const chip =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border border-line bg-surface px-2 text-start font-semibold text-primary text-xs leading-tight transition-colors duration-150 hover:bg-sunken [&_svg]:shrink-0';

// Four words and their signs do not fit beside a name: the words stay.
const sign = 'size-4 group-has-[>:nth-child(4)]:hidden';

interface ContactShortcutsProps {
  shortcuts: Shortcuts;
  onAssistant: () => void;
  className?: string;
}

/**
 * Open WhatsApp, copy the WeChat ID, save the contact (specification 2.18), each only when there is
 * something to it: in words beside the name where there is room, else in the menu of the header.
 */
export function ContactShortcuts({ shortcuts, onAssistant, className }: ContactShortcutsProps) {
  const { t } = useTranslation();
  const { whatsApp, copyWeChat, save, helper, HelperIcon } = shortcuts;
  return (
    <ul
      aria-label={t('chat.shortcuts')}
      className={cn('group flex max-w-[20rem] gap-2 break-keep', className)}
    >
      {whatsApp && (
        <Item>
          <a href={whatsApp} target="_blank" rel="noopener noreferrer" className={chip}>
            <MessageCircle aria-hidden="true" className={sign} />
            {t('chat.openWhatsApp')}
          </a>
        </Item>
      )}
      {copyWeChat && (
        <Item>
          <button type="button" className={chip} onClick={copyWeChat}>
            <Copy aria-hidden="true" className={sign} />
            {t('chat.copyWeChat')}
          </button>
        </Item>
      )}
      <Item>
        <button type="button" className={chip} onClick={save}>
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
            className={cn(chip, 'w-11 px-0')}
            onClick={onAssistant}
          >
            <HelperIcon aria-hidden="true" className="size-5" />
          </button>
        </Tooltip>
      </li>
    </ul>
  );
}

function Item({ children }: { children: ReactNode }) {
  return <li className="flex min-w-min">{children}</li>;
}
