import { assistantLines } from '@dragoman/domain/assistant/assistant';
import {
  type AnswerSource,
  answerVerdict,
  NOT_FOUND,
  QUESTION_MAX_LENGTH,
  withKnownCitations,
  withoutCitations,
} from '@dragoman/domain/knowledge-base/knowledge-base-answer';
import type { Language } from '@dragoman/domain/languages';
import { dashboardPath } from '@dragoman/domain/routes';
import { CornerDownLeft, LibraryBig, MessageCircleQuestion, WandSparkles } from 'lucide-react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { KNOWLEDGE_BASE_QUERY, useKnowledgeBase } from '@/entities/knowledge-base/knowledge-base.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { AnswerText, CopyButton } from './answer-text.tsx';
import { AnswerBody, StopButton, useKeptPlace } from './answer-view.tsx';
import { shownOf } from './assistant-answer.ts';
import { CitedSources } from './cited-sources.tsx';
import type { AnswerRequest } from './use-assistant-answer.ts';

interface AskKnowledgeBaseProps {
  request: AnswerRequest;
  vendorId: string;
  /** The language of the answer. */
  language: Language;
  question: string;
  onQuestion: (question: string) => void;
  /** The other side's last message; null before the first one. */
  last: string | null;
  /** Called with the answer, to continue it in the composer. */
  onUse: (reply: string) => void;
}

const MATERIAL_PAGE = `${dashboardPath('vendor')}/profile?${KNOWLEDGE_BASE_QUERY}`;

/**
 * A question to a vendor's own material; the answer names the places that it came from, and quotes
 * them.
 */
export function AskKnowledgeBase({
  request,
  vendorId,
  language,
  question,
  onQuestion,
  last,
  onUse,
}: AskKnowledgeBaseProps) {
  const { t } = useTranslation();
  const { data: documents } = useKnowledgeBase(vendorId);
  const { answer } = request;
  const isWriting = answer.kind === 'writing';
  const action = useKeptPlace(isWriting);
  const { text, sources } = shownOf(answer);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (question.trim() && !isWriting) request.send(question.trim());
  }

  function sendLastQuestion(words: string) {
    onQuestion(words);
    request.send(words);
  }

  if (documents?.length === 0) {
    return (
      <EmptyState icon={LibraryBig} title={t('assistant.ask.empty')} text={t('assistant.ask.emptyText')}>
        <Button asChild>
          <Link to={MATERIAL_PAGE}>{t('assistant.ask.add')}</Link>
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className="space-y-4">
      <p className="text-ink-soft text-sm">
        {t('assistant.ask.intro')}{' '}
        <Link
          to={MATERIAL_PAGE}
          className="font-semibold text-primary underline decoration-primary/40 underline-offset-4"
        >
          {t('assistant.ask.manage')}
        </Link>
      </p>
      <form onSubmit={submit} className="grid gap-3">
        <Field label={t('assistant.ask.question')}>
          {(control) => (
            <TextArea
              rows={2}
              className="max-h-40"
              maxLength={QUESTION_MAX_LENGTH}
              value={question}
              onChange={(event) => onQuestion(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          {isWriting ? (
            <StopButton ref={action} onClick={request.stop} />
          ) : (
            <Button
              ref={action}
              type="submit"
              variant={text ? 'secondary' : 'primary'}
              aria-disabled={!question.trim()}
            >
              <WandSparkles aria-hidden="true" className="size-4" />
              {t('assistant.ask.button')}
            </Button>
          )}
          {last && !isWriting && (
            <Button variant="secondary" onClick={() => sendLastQuestion(last)}>
              <MessageCircleQuestion aria-hidden="true" className="size-4" />
              {t('assistant.ask.last')}
            </Button>
          )}
        </div>
      </form>
      <AnswerBody answer={answer}>
        {(written, isWhole) => (
          <Answer
            text={written}
            isWhole={isWhole}
            sources={sources ?? []}
            language={language}
            onUse={onUse}
          />
        )}
      </AnswerBody>
      {answer.kind === 'ended' && answer.how === 'whole' && sources?.length === 0 && <NotFound />}
    </div>
  );
}

interface AnswerProps extends Pick<AskKnowledgeBaseProps, 'language' | 'onUse'> {
  text: string;
  isWhole: boolean;
  sources: readonly AnswerSource[];
}

function Answer({ text, isWhole, sources, language, onUse }: AnswerProps) {
  const { t } = useTranslation();
  const verdict = answerVerdict(text, isWhole, sources.length);
  if (verdict === 'not-found') return <NotFound />;
  // The first letters of a model that is about to say that it has found nothing.
  if (verdict === 'open' && NOT_FOUND.startsWith(text.trim().toUpperCase())) return null;
  const reply = assistantLines(withoutCitations(text))
    .map((line) => (line.kind === 'item' ? `- ${line.text}` : line.text))
    .join('\n');
  return (
    <div className="space-y-3">
      {verdict === 'unsupported' && <Alert tone="danger">{t('assistant.ask.unsupported')}</Alert>}
      <AnswerText text={withKnownCitations(text, sources.length)} language={language} />
      <CitedSources text={text} sources={sources} />
      {isWhole && (
        <div className="flex flex-wrap gap-2">
          {verdict === 'supported' && (
            <Button onClick={() => onUse(reply)}>
              <CornerDownLeft aria-hidden="true" className="size-4 flip-rtl" />
              {t('assistant.ask.use')}
            </Button>
          )}
          <CopyButton text={reply} />
        </div>
      )}
    </div>
  );
}

function NotFound() {
  const { t } = useTranslation();
  return (
    <div role="status" className="rounded-card bg-sunken px-4 py-3">
      <p className="font-semibold">{t('assistant.ask.none')}</p>
      <p className="text-ink-soft text-sm">{t('assistant.ask.noneHint')}</p>
    </div>
  );
}
