import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestActions } from '@/entities/chat/request-actions.tsx';
import { useAnswerRequest } from '@/entities/chat/requests.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { Button } from '@/shared/ui/button.tsx';
import type { ChatSession } from '../model/chat-session.ts';

interface RequestNoticeProps {
  session: ChatSession;
  me: Profile;
  counterpart: { id: string; name: string };
}

/**
 * The state of a request, above the composer: what the visitor waits for, and the vendor's answers.
 */
export function RequestNotice({ session, me, counterpart }: RequestNoticeProps) {
  const { t } = useTranslation();
  const { name } = counterpart;
  const declined = session.request_state === 'declined';
  if (me.role === 'vendor') {
    return (
      <Line text={t(declined ? 'trust.requestDeclined' : 'trust.requestFrom', { name })}>
        {declined ? (
          <AcceptAfterAll sessionId={session.id} />
        ) : (
          <RequestActions sessionId={session.id} person={counterpart} />
        )}
      </Line>
    );
  }
  if (declined) return <Line text={t('trust.requestNotAccepted', { name })} />;
  return <Line text={t(session.requested_at ? 'trust.requestWaits' : 'trust.requestFirst', { name })} />;
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

function AcceptAfterAll({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation();
  const answer = useAnswerRequest();
  return (
    <Button
      variant="secondary"
      busy={answer.isPending}
      onClick={() => answer.mutate({ sessionId, accept: true })}
    >
      {t('trust.acceptAfterAll')}
    </Button>
  );
}
