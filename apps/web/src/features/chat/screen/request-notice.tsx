import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestActions } from '@/entities/chat/request-actions.tsx';
import { useAnswerRequest } from '@/entities/chat/requests.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import type { Chat } from '../model/chat.ts';

interface RequestNoticeProps {
  chat: Chat;
  me: Profile;
  counterpart: { id: string; name: string };
}

/** The state of a request, above the composer: the visitor's wait, or the vendor's choices. */
export function RequestNotice({ chat, me, counterpart }: RequestNoticeProps) {
  const { t } = useTranslation();
  const { name } = counterpart;
  const declined = chat.request_state === 'declined';
  if (me.role === 'vendor') {
    return (
      <Line text={t(declined ? 'trust.requestDeclined' : 'trust.requestFrom', { name })}>
        {declined ? (
          <AcceptAfterAll chatId={chat.id} />
        ) : (
          <RequestActions chatId={chat.id} person={counterpart} />
        )}
      </Line>
    );
  }
  if (declined) return <Line text={t('trust.requestNotAccepted', { name })} />;
  return <Line text={t(chat.requested_at ? 'trust.requestWaits' : 'trust.requestFirst', { name })} />;
}

function Line({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t bg-sunken px-4 py-2.5 text-ink-soft text-sm"
    >
      <p className="flex min-w-0 items-start gap-2">
        <Hourglass aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
        <span className="wrap-anywhere">{text}</span>
      </p>
      {children}
    </div>
  );
}

function AcceptAfterAll({ chatId }: { chatId: string }) {
  const { t } = useTranslation();
  const answer = useAnswerRequest();
  return (
    <Button
      variant="secondary"
      busy={answer.isPending}
      onClick={() =>
        answer.mutate(
          { sessionId: chatId, accept: true },
          { onError: () => toast.error(t('common.error'), { description: t('trust.failed') }) },
        )
      }
    >
      {t('trust.acceptAfterAll')}
    </Button>
  );
}
