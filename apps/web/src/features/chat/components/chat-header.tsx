import { homePath } from '@dragoman/domain/routes';
import { ArrowLeft, Languages, QrCode } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Tooltip } from '../../../components/ui/tooltip.tsx';
import type { Profile } from '../../../lib/database-types.ts';
import type { ChatSession } from '../model/chat-session.ts';
import { ContactShortcuts } from './contact-shortcuts.tsx';
import { LanguageDialog } from './language-dialog.tsx';

interface ChatHeaderProps {
  session: ChatSession;
  me: Profile;
  counterpart: Profile | null;
  onShare: () => void;
}

/** Who one is talking to, the way back, and the shortcuts (spec section 2). */
export function ChatHeader({ me, counterpart, onShare }: ChatHeaderProps) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  return (
    <header className="border-line border-b bg-surface pt-[env(safe-area-inset-top)]">
      <div className="flex min-h-16 items-center gap-1 ps-[max(0.5rem,env(safe-area-inset-left))] pe-[max(0.5rem,env(safe-area-inset-right))]">
        <Button asChild variant="ghost" size="icon">
          <Link to={homePath(me.role)} aria-label={t('chat.back')}>
            <ArrowLeft aria-hidden="true" className="size-5 flip-rtl" />
          </Link>
        </Button>
        <Avatar name={counterpart?.name} url={counterpart?.avatar_url} className="size-10" />
        <div className="ms-2 min-w-0 flex-1">
          <h1 dir="auto" className="truncate font-semibold text-base text-start">
            {counterpart ? counterpart.name || t('chat.someone') : t('chat.waiting')}
          </h1>
          {counterpart && (
            <p dir="auto" className="truncate text-start text-ink-soft text-xs">
              {counterpart.company || t('chat.noCompany')}
            </p>
          )}
        </div>
        <Tooltip text={t('chat.changeLanguage')}>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('chat.changeLanguage')}
            onClick={() => setChoosing(true)}
          >
            <Languages aria-hidden="true" className="size-5" />
          </Button>
        </Tooltip>
        <Tooltip text={t('chat.share')}>
          <Button variant="ghost" size="icon" aria-label={t('chat.share')} onClick={onShare}>
            <QrCode aria-hidden="true" className="size-5" />
          </Button>
        </Tooltip>
      </div>
      {counterpart && <ContactShortcuts me={me} counterpart={counterpart} />}
      <LanguageDialog me={me} open={choosing} onOpenChange={setChoosing} />
    </header>
  );
}
