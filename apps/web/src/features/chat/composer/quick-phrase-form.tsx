import { type Language, textDirection } from '@dragoman/domain/languages';
import type { Phrase } from '@dragoman/domain/phrasebook/phrase';
import { ChevronLeft } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import type { LoadedPhrasebook } from '../translation/phrasebook.ts';
import { PhrasePlaceholders } from './phrase-placeholders.tsx';
import { firstInput, type PlaceholderInputs, phraseText, slotsOf } from './placeholder-inputs.ts';

interface QuickPhraseFormProps {
  book: LoadedPhrasebook;
  phrase: Phrase;
  language: Language;
  target: Language | null;
  onBack: () => void;
  onChoose: (text: string) => void;
}

/** Fills the slots of a phrase, and shows what its viewer will get. */
export function QuickPhraseForm({ book, phrase, language, target, onBack, onChoose }: QuickPhraseFormProps) {
  const { t } = useTranslation();
  const kinds = slotsOf(phrase, language);
  const [inputs, setInputs] = useState<PlaceholderInputs>(() =>
    Object.fromEntries(kinds.map((kind) => [kind, firstInput(kind, book.terms)])),
  );
  const text = phraseText(phrase, inputs, language, book.terms);
  const translation = text && target ? book.phrasebook.translate({ text, source: language, target }) : null;
  const ready = text !== null && (target === null || translation !== null);

  function submit(event: FormEvent) {
    event.preventDefault();
    // In React's tree this portal is inside the composer's form, which must not send.
    event.stopPropagation();
    if (ready) onChoose(text);
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <button
        type="button"
        onClick={onBack}
        className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-semibold text-primary text-sm"
      >
        <ChevronLeft aria-hidden="true" className="size-4 flip-rtl" />
        {t('phrases.back')}
      </button>
      {kinds.map((kind) => (
        <PhrasePlaceholders
          key={kind}
          kind={kind}
          input={inputs[kind] ?? firstInput(kind, book.terms)}
          onChange={(input) => setInputs({ ...inputs, [kind]: input })}
          language={language}
          terms={book.terms}
        />
      ))}
      <div role="status" className="min-h-20 rounded-card bg-sunken px-3 py-2.5">
        {text ? <p lang={language}>{text}</p> : <p className="text-ink-soft">{t('phrases.incomplete')}</p>}
        {translation && target && (
          <p lang={target} dir={textDirection(target)} className="mt-1 text-start text-translated-ink">
            {translation}
          </p>
        )}
        {text && !ready && <p className="mt-1 text-danger text-sm">{t('phrases.noExact')}</p>}
      </div>
      <Button type="submit" aria-disabled={!ready} className="w-full">
        {t('phrases.insert')}
      </Button>
    </form>
  );
}
