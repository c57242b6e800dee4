import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { useAnswerRequest } from './requests.ts';

const loadBlockDialog = async () => (await import('../safety/block-dialog.tsx')).BlockDialog;

interface RequestActionsProps {
  chatId: string;
  person: { id: string; name: string };
}

/** A vendor's three answers to a request. */
export function RequestActions({ chatId, person }: RequestActionsProps) {
  const { t } = useTranslation();
  const [blocking, setBlocking] = useState(false);
  const BlockDialog = useLazyComponent(blocking, loadBlockDialog, () => setBlocking(false));
  const answer = useAnswerRequest();
  const give = (accept: boolean) =>
    answer.mutate(
      { sessionId: chatId, accept },
      { onError: () => toast.error(t('common.error'), { description: t('trust.failed') }) },
    );
  const given = answer.isPending ? answer.variables.accept : null;
  return (
    <div className="relative z-10 flex flex-wrap gap-2">
      <Button busy={given === true} disabled={answer.isPending} onClick={() => give(true)}>
        {t('trust.accept')}
      </Button>
      <Button
        variant="secondary"
        busy={given === false}
        disabled={answer.isPending}
        onClick={() => give(false)}
      >
        {t('trust.decline')}
      </Button>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        className="text-ink-soft"
        onClick={() => setBlocking(true)}
      >
        {t('trust.block')}
      </Button>
      {BlockDialog && <BlockDialog person={person} open={blocking} onOpenChange={setBlocking} />}
    </div>
  );
}
