import { Square, WandSparkles } from 'lucide-react';
import { type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import type { AssistantFailure } from './ask-assistant.ts';
import { type AssistantAnswer, shownOf } from './assistant-answer.ts';
import type { AnswerRequest } from './use-assistant-answer.ts';

interface AnswerViewProps {
  request: AnswerRequest;
  /** Explains the result. */
  intro: string;
  /** Label of the button that requests it. */
  button: string;
  children: (text: string, isWhole: boolean) => ReactNode;
}

/**
 * One thing that the assistant writes: asked for by a button, shown as it comes, stopped by
 * another.
 */
export function AnswerView({ request, intro, button, children }: AnswerViewProps) {
  const { t } = useTranslation();
  const { answer, send, stop } = request;
  const { text } = shownOf(answer);
  const isWriting = answer.kind === 'writing';
  const action = useKeptPlace(isWriting);

  return (
    <div className="space-y-4">
      <p className="text-ink-soft text-sm">{intro}</p>
      <AnswerBody answer={answer}>{children}</AnswerBody>
      {isWriting ? (
        <StopButton ref={action} onClick={stop} />
      ) : (
        <Button ref={action} variant={text ? 'secondary' : 'primary'} onClick={() => send()}>
          <WandSparkles aria-hidden="true" className="size-4" />
          {answer.kind === 'none' ? button : t('assistant.again')}
        </Button>
      )}
    </div>
  );
}

/** An answer as it comes, and what there is to say of it. */
export function AnswerBody({
  answer,
  children,
}: {
  answer: AssistantAnswer;
  children: AnswerViewProps['children'];
}) {
  const { t } = useTranslation();
  const { text } = shownOf(answer);
  const isWriting = answer.kind === 'writing';
  return (
    <>
      {text && <div aria-busy={isWriting}>{children(text, answer.kind === 'ended')}</div>}
      <Notice answer={answer} />
      <p role="status" className="text-ink-soft text-sm empty:hidden">
        {isWriting && <span className="animate-pulse-soft">{t('assistant.writing')}</span>}
        {answer.kind === 'ended' && answer.how === 'whole' && (
          <span className="sr-only">{t('assistant.done')}</span>
        )}
      </p>
    </>
  );
}

export function StopButton({ ref, onClick }: { ref: Ref<HTMLButtonElement>; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button ref={ref} variant="secondary" onClick={onClick}>
      <Square aria-hidden="true" className="size-4" />
      {t('assistant.stop')}
    </Button>
  );
}

/**
 * @returns a ref for the visible button: one replaces the other when writing begins or ends, and
 * the focus moves along
 */
export function useKeptPlace(isWriting: boolean): RefObject<HTMLButtonElement | null> {
  const action = useRef<HTMLButtonElement>(null);
  const wasWriting = useRef(isWriting);
  useEffect(() => {
    if (wasWriting.current !== isWriting && document.activeElement === document.body) {
      action.current?.focus({ preventScroll: true });
    }
    wasWriting.current = isWriting;
  }, [isWriting]);
  return action;
}

function Notice({ answer }: { answer: AssistantAnswer }) {
  const { t } = useTranslation();
  if (answer.kind === 'failed') return <Failure failure={answer.failure} />;
  if (answer.kind !== 'ended' || answer.how === 'whole') return null;
  const texts = {
    cut: t('assistant.cut'),
    stopped: t('assistant.stopped'),
    broken: t('assistant.broken'),
    'too-slow': t('assistant.tooSlow'),
  };
  if (answer.how === 'broken' || answer.how === 'too-slow')
    return <Alert tone="danger">{texts[answer.how]}</Alert>;
  return <p className="text-ink-soft text-sm">{texts[answer.how]}</p>;
}

function Failure({ failure }: { failure: AssistantFailure }) {
  const { t } = useTranslation();
  const texts = {
    unreachable: t('assistant.unreachable'),
    unavailable: t('assistant.unavailable'),
    off: t('assistant.off'),
    'empty-chat': t('assistant.emptyChat'),
  };
  return (
    <Alert tone="danger">
      {failure.kind === 'limited' ? t('assistant.limited', { count: failure.minutes }) : texts[failure.kind]}
    </Alert>
  );
}
