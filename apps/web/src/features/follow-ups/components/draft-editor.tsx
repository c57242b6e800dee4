import {
  FOLLOW_UP_SUBJECT_MAX_LENGTH,
  FOLLOW_UP_TEXT_MAX_LENGTH,
} from '@dragoman/domain/follow-ups/follow-up-template';
import { type Language, textDirection } from '@dragoman/domain/languages';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Field, TextField } from '@/shared/ui/form/field.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import type { Draft } from '../model/kept-drafts.ts';
import type { Drafts } from '../model/use-drafts.ts';

interface DraftEditorProps {
  draft: Draft;
  name: string;
  language: Language;
  onChange: (change: Parameters<Drafts['change']>[1]) => void;
  onSkip: () => void;
}

/** A drafted mail: its words, the approval, and the way to leave the person out. */
export function DraftEditor({ draft, name, language, onChange, onSkip }: DraftEditorProps) {
  const { t } = useTranslation();
  const complete = draft.subject.trim() !== '' && draft.body.trim() !== '';
  return (
    <div className="mt-3 grid gap-3">
      {draft.fromTemplate && <p className="text-ink-soft text-sm">{t('followUps.fromTemplate')}</p>}
      <TextField
        label={t('followUps.subject')}
        dir="auto"
        lang={language}
        maxLength={FOLLOW_UP_SUBJECT_MAX_LENGTH}
        value={draft.subject}
        onChange={({ target }) => onChange({ subject: target.value })}
      />
      <Field label={t('followUps.mailText')}>
        {(control) => (
          <TextArea
            {...control}
            // A signature in Latin letters ends an Arabic mail at the right.
            dir={textDirection(language)}
            lang={language}
            rows={8}
            maxLength={FOLLOW_UP_TEXT_MAX_LENGTH}
            value={draft.body}
            onChange={({ target }) => onChange({ body: target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-primary"
            aria-label={t('followUps.approveFor', { name })}
            checked={draft.approved}
            disabled={!complete}
            onChange={({ target }) => onChange({ approved: target.checked })}
          />
          {t('followUps.approve')}
        </label>
        <Button variant="ghost" aria-label={t('followUps.skipFor', { name })} onClick={onSkip}>
          {t('followUps.skip')}
        </Button>
      </div>
    </div>
  );
}
