import { LANGUAGE_TAGS, type Language, textDirection } from '@dragoman/domain/languages';
import { validateMessageText } from '@dragoman/domain/messages';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { isComposing } from '@/shared/browser/is-composing.ts';
import { Button } from '@/shared/ui/button.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import { LINE_MAX_LENGTH } from '../model/conversation.ts';
import { useSideTexts } from '../model/use-side-texts.ts';

interface TextEntryProps {
  language: Language;
  /** The text to start from. */
  text: string;
  onDone: (text: string) => void;
  onCancel: () => void;
}

/**
 * The whole screen for the side that writes, upright: the device's keyboard is always at its lower
 * edge, so the phone is handed over.
 */
export function TextEntry({ language, text: start, onDone, onCancel }: TextEntryProps) {
  const texts = useSideTexts(language);
  const { t } = texts;
  const [text, setText] = useState(start);
  const checked = validateMessageText(text);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (checked.ok) onDone(checked.text);
  }

  function onKeyDown(event: KeyboardEvent) {
    // Of an input method, Enter chooses a candidate and Escape discards it.
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') onCancel();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  }

  return (
    <main id="content" lang={LANGUAGE_TAGS[texts.language]} dir={textDirection(texts.language)}>
      <form
        onSubmit={submit}
        className="mx-auto flex h-dvh max-w-2xl flex-col gap-3 bg-paper p-4 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))]"
      >
        {/* Above the field: on some phones the keyboard covers the page's end. */}
        <div className="flex justify-between gap-2">
          <Button variant="secondary" onClick={onCancel}>
            {t('faceToFace.cancel')}
          </Button>
          <Button type="submit" disabled={!checked.ok}>
            {t('faceToFace.confirm')}
          </Button>
        </div>
        <h1 className="text-lg">{t('faceToFace.writeTitle')}</h1>
        <TextArea
          autoFocus
          aria-label={t('faceToFace.writeTitle')}
          lang={LANGUAGE_TAGS[language]}
          dir={textDirection(language)}
          maxLength={LINE_MAX_LENGTH}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-h-24 flex-1 resize-none text-lg"
        />
      </form>
    </main>
  );
}
