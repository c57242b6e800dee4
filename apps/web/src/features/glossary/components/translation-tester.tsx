import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import {
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGE_TAGS,
  LANGUAGES,
  type Language,
} from '@dragoman/domain/languages';
import { useMutation } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { type TestTranslation, testTranslation } from '../api/test-translation.ts';
import { TestTranslationAnswer } from './test-translation-result.tsx';

/** Longer ones are no sentence any more. */
const MAX_LENGTH = 500;

/** Shows a vendor the text that a visitor would read. */
export function TranslationTester({ terms }: { terms: readonly GlossaryTerm[] }) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const { language } = useCurrentProfile();
  const [text, setText] = useState('');
  const [source, setSource] = useState<Language>(language);
  const [target, setTarget] = useState<Language>(language === 'zh' ? 'en' : 'zh');
  const headingId = useId();
  const attempt = useMutation({
    mutationFn: (trial: TestTranslation) => testTranslation(supabase, trial, terms),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim()) attempt.mutate({ text, source, target });
  }

  // Into its own language nothing is translated: the other one takes its place.
  function choose(end: 'source' | 'target', chosen: Language) {
    if (end === 'source') {
      setSource(chosen);
      if (chosen === target) setTarget(source);
    } else {
      setTarget(chosen);
      if (chosen === source) setSource(target);
    }
  }

  return (
    <section
      aria-labelledby={headingId}
      className="rounded-card border bg-surface p-4 sm:p-5 xl:sticky xl:top-6"
    >
      <h2 id={headingId} className="text-lg">
        {t('terms.trialTitle')}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft text-sm">{t('terms.trialText')}</p>
      <form onSubmit={submit} className="grid gap-4">
        <Field label={t('terms.sentence')}>
          {(control) => (
            <textarea
              rows={3}
              dir="auto"
              maxLength={MAX_LENGTH}
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-base"
              {...control}
            />
          )}
        </Field>
        <div className="grid grid-cols-1 xs:grid-cols-2 gap-3">
          <LanguageField
            label={t('terms.from')}
            value={source}
            onChange={(chosen) => choose('source', chosen)}
          />
          <LanguageField
            label={t('terms.to')}
            value={target}
            onChange={(chosen) => choose('target', chosen)}
          />
        </div>
        <Button type="submit" variant="secondary" busy={attempt.isPending} disabled={!text.trim()}>
          {!attempt.isPending && <FlaskConical aria-hidden="true" className="size-4.5" />}
          {t('terms.test')}
        </Button>
      </form>
      <div role="status">
        {attempt.data && !attempt.isPending && <TestTranslationAnswer result={attempt.data} />}
      </div>
    </section>
  );
}

interface LanguageFieldProps {
  label: string;
  value: Language;
  onChange: (language: Language) => void;
}

function LanguageField({ label, value, onChange }: LanguageFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          value={value}
          onChange={(event) => isLanguage(event.target.value) && onChange(event.target.value)}
          {...control}
        >
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={LANGUAGE_TAGS[language]}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
