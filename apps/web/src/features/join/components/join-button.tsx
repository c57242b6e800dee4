import type { JoinTarget } from '@dragoman/domain/join-target';
import type { NavigationDecision, Viewer } from '@dragoman/domain/navigation/decision';
import { chatPath } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { errorCode } from '@/shared/api/error-message.ts';
import { useFollowDecision } from '@/shared/hooks/use-navigation-decision.ts';
import { Button } from '@/shared/ui/button.tsx';
import { useJoin } from '../api/join-chat.ts';

interface JoinButtonProps {
  target: JoinTarget;
  viewer: Viewer;
  /** The outcome of a refusal, by its code. */
  onRefused: (viewer: Viewer, code: string | undefined) => NavigationDecision<string>;
}

/** Joins and opens the chat; shows the reason when that fails (specification 8.9). */
export function JoinButton({ target, viewer, onRefused }: JoinButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const follow = useFollowDecision();
  const join = useJoin();
  const busy = join.isPending || join.isSuccess;
  return (
    <Button
      size="lg"
      className="w-full"
      busy={busy}
      onClick={() =>
        join.mutate(target, {
          onSuccess: ({ id }) => void navigate(chatPath(id), { replace: true }),
          onError: (error) => follow(onRefused(viewer, errorCode(error))),
        })
      }
    >
      {busy ? t('join.joining') : t('join.button')}
    </Button>
  );
}
