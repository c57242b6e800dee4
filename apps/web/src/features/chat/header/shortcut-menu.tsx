import {
  Bell,
  ContactRound,
  Copy,
  type LucideIcon,
  MessageCircle,
  NotebookPen,
  NotebookText,
  QrCode,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { openLeadPanel } from '@/entities/lead/lead-panel.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { cn } from '@/shared/ui/cn.ts';
import { MenuContent, menuItem } from '@/shared/ui/overlay/menu-content.tsx';
import type { Shortcuts } from './use-shortcuts.ts';

interface ShortcutMenuProps {
  shortcuts: Shortcuts;
  counterpart: Profile;
  onShare: () => void;
  onAssistant: () => void;
  onTeamNotes: () => void;
  /** Called when it closes; the focus goes back to its button. */
  onClose: () => void;
}

/** The shortcuts to a counterpart below the button of {@link ShortcutMenuButton}. */
export function ShortcutMenu(props: ShortcutMenuProps) {
  const { shortcuts, counterpart, onShare, onAssistant, onTeamNotes, onClose } = props;
  const { t, i18n } = useTranslation();
  const { whatsApp, copyWeChat, save, helper, HelperIcon, missedReplies, teamNotes } = shortcuts;
  // After the focus has gone back: a panel takes it from the button and returns it there.
  const later = (open: () => void) => () => void setTimeout(open);
  return (
    <DropdownMenu.Root open dir={i18n.dir()} modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <MenuContent aria-label={t('chat.shortcuts')} align="end" sideOffset={4}>
        <DropdownMenu.Item className={cn(menuItem, 'min-[22rem]:hidden')} onSelect={later(onShare)}>
          <Sign icon={QrCode} />
          {t('chat.share')}
        </DropdownMenu.Item>
        {whatsApp && (
          <DropdownMenu.Item asChild className={menuItem}>
            <a href={whatsApp} target="_blank" rel="noopener noreferrer">
              <Sign icon={MessageCircle} />
              {t('chat.openWhatsApp')}
            </a>
          </DropdownMenu.Item>
        )}
        {copyWeChat && (
          <DropdownMenu.Item className={menuItem} onSelect={copyWeChat}>
            <Sign icon={Copy} />
            {t('chat.copyWeChat')}
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item className={menuItem} onSelect={save}>
          <Sign icon={ContactRound} />
          {t('chat.saveContact')}
        </DropdownMenu.Item>
        <DropdownMenu.Item className={menuItem} onSelect={later(() => openLeadPanel(counterpart))}>
          <Sign icon={NotebookPen} />
          {t('leads.notes')}
        </DropdownMenu.Item>
        {teamNotes !== null && (
          <DropdownMenu.Item className={menuItem} onSelect={later(onTeamNotes)}>
            <Sign icon={NotebookText} />
            {t('teamNotes.count', { shown: teamNotes })}
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item className={menuItem} onSelect={later(onAssistant)}>
          <Sign icon={HelperIcon} />
          {helper}
        </DropdownMenu.Item>
        {missedReplies && (
          <DropdownMenu.Item asChild className={menuItem}>
            <Link to={missedReplies}>
              <Sign icon={Bell} />
              {t('chat.missedReplies')}
            </Link>
          </DropdownMenu.Item>
        )}
      </MenuContent>
    </DropdownMenu.Root>
  );
}

function Sign({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon aria-hidden="true" className="size-4.5 text-ink-soft" />;
}
