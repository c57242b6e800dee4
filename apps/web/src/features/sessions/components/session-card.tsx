import type { Role } from '@dragoman/domain/roles';
import { chatPath, dashboardPath } from '@dragoman/domain/routes';
import { MessageCircle, QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { formatDateTime } from '../../../lib/format-date.ts';
import type { SessionWithParties } from '../api/get-sessions.ts';

/** One session: the counterpart, when it was opened, and the way into the chat. */
export function SessionCard({ session, role }: { session: SessionWithParties; role: Role }) {
  const { t, i18n } = useTranslation();
  const counterpart = role === 'vendor' ? session.visitor : session.vendor;
  const open = role === 'vendor' && session.visitor_id === null;
  const name = counterpart?.name || t('sessions.waiting');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border bg-surface p-4">
      {open ? (
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft">
          <QrCode aria-hidden="true" className="size-5" />
        </span>
      ) : (
        <Avatar name={counterpart?.name} url={counterpart?.avatar_url} />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base">
          <bdi>{name}</bdi>
          {open && <Badge tone="accent">{t('sessions.open')}</Badge>}
        </h2>
        <p className="text-ink-soft text-sm">
          <bdi>{counterpart?.company || t('sessions.noCompany')}</bdi>
        </p>
        <p className="text-ink-soft text-xs tabular-nums">
          <time dateTime={session.created_at}>{formatDateTime(session.created_at, i18n.language)}</time>
        </p>
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        {open && (
          <Button asChild variant="secondary">
            <Link to={`${dashboardPath('vendor')}/qr-codes?session=${session.id}`}>
              {t('sessions.showQr')}
            </Link>
          </Button>
        )}
        <Button asChild variant={open ? 'ghost' : 'primary'}>
          <Link to={chatPath(session.id)} aria-label={t('sessions.chatWith', { name })}>
            <MessageCircle aria-hidden="true" className="size-4.5" />
            {t('sessions.chat')}
          </Link>
        </Button>
      </div>
    </li>
  );
}
