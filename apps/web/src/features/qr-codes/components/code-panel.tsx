import { chatPath } from '@dragoman/domain/routes';
import { Maximize } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ChatQr } from '@/entities/chat/chat-qr.tsx';
import type { Profile } from '@/shared/api/database-types.ts';
import { useWakeLock } from '@/shared/hooks/use-wake-lock.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Card } from '@/shared/ui/card.tsx';
import type { CodeSession } from '../api/get-code-chat.ts';
import { CodeActions } from './code-actions.tsx';
import { FullScreenCode } from './full-screen-code.tsx';
import { VisitorStatus } from './visitor-status.tsx';

/** Side of the code in pixels (specification 9.5). */
const CODE_SIZE = 200;

/**
 * A code on show: large enough to scan, larger on a tap, with its link and the way into the chat.
 */
export function CodePanel({ chat, vendor }: { chat: CodeSession; vendor: Profile }) {
  const { t } = useTranslation();
  useWakeLock(chat.visitor === null);
  return (
    <Card className="mx-auto flex max-w-md animate-fade flex-col items-center gap-5 p-5 text-center max-xs:p-2.5 sm:p-8">
      <VisitorStatus visitor={chat.visitor} />
      <FullScreenCode chatId={chat.id} vendor={vendor}>
        <button
          type="button"
          aria-label={t('qr.fullScreen')}
          className="group relative flex rounded-card border transition-colors duration-150 hover:border-primary"
        >
          <ChatQr chatId={chat.id} size={CODE_SIZE} />
          <span className="-end-3 -bottom-3 absolute grid size-9 place-items-center rounded-full border bg-surface text-ink-soft group-hover:text-primary">
            <Maximize aria-hidden="true" className="size-4" />
          </span>
        </button>
      </FullScreenCode>
      <div className="wrap-anywhere">
        <p className="font-semibold">
          <bdi>{vendor.name}</bdi>
        </p>
        <p className="text-ink-soft">
          <bdi>{vendor.company}</bdi>
        </p>
      </div>
      <p className="text-ink-soft text-sm">{t('qr.hint')}</p>
      <Button asChild className="w-full" variant={chat.visitor ? 'accent' : 'primary'}>
        <Link to={chatPath(chat.id)}>{t('qr.join')}</Link>
      </Button>
      <CodeActions chatId={chat.id} vendor={vendor} />
    </Card>
  );
}
