import type { Language } from '@dragoman/domain/languages';
import { CircleStop, Volume2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/ui/cn.ts';
import { readAloud } from './browser-read-aloud.ts';
import { type ListenPart, listenKey, useListen } from './use-listen.ts';

interface ListenButtonProps {
  messageId: string;
  part: ListenPart;
  text: string;
  language: Language | null;
}

/**
 * The button of a text that reads it aloud or stops; nothing without a voice for the language. It
 * is no part of the text: voices load after the page, and the lines must not break again then.
 */
export function ListenButton({ messageId, part, text, language }: ListenButtonProps) {
  const key = listenKey(messageId, part);
  const { subscribe, get } = readAloud.state;
  const look = () => {
    const { reading, languages } = get();
    if (language === null || !languages.has(language)) return 'hidden';
    return reading === key ? 'reading' : 'silent';
  };
  const state = useSyncExternalStore(subscribe, look, look);
  if (state === 'hidden' || language === null) return null;
  return <ShownListenButton name={key} part={part} text={text} language={language} state={state} />;
}

interface ShownListenButtonProps {
  /** The name of the text while it is read. */
  name: string;
  part: ListenPart;
  text: string;
  language: Language;
  state: 'reading' | 'silent';
}

function ShownListenButton({ name, part, text, language, state }: ShownListenButtonProps) {
  const { t } = useTranslation();
  const listen = useListen();
  const Icon = state === 'reading' ? CircleStop : Volume2;
  return (
    <button
      type="button"
      // The message menu has the same action; the list is one tab stop.
      tabIndex={-1}
      aria-label={t(state === 'reading' ? 'chat.listen.stop' : LABELS[part])}
      onClick={() => void listen(name, text, language)}
      className={cn(
        'relative z-1 grid size-4.5 shrink-0 place-items-center rounded-full after:absolute after:-inset-3.5 hover:text-primary',
        state === 'reading' ? 'text-primary' : 'text-ink-soft',
      )}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}

const LABELS = { original: 'chat.listen.original', translation: 'chat.listen.translation' } as const;
