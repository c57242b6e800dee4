import { LANGUAGE_TAGS, type Language, textDirection } from '@dragoman/domain/languages';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { Interpreter } from '../model/interpreter.ts';

interface PhraseListProps {
  language: Language;
  t: TFunction;
  phrases: Interpreter['phrases'];
  onChoose: (text: string) => void;
}

/** Phrases in a side's language by subject, which are translated exactly, also without a network. */
export function PhraseList({ language, t, phrases, onChoose }: PhraseListProps) {
  const topics = useQuery({
    queryKey: ['face-to-face-phrases', language],
    queryFn: () => phrases(language),
    staleTime: Number.POSITIVE_INFINITY,
    // A chunk of the app, which an installed app has without a network.
    networkMode: 'always',
  });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 py-2">
      {topics.isPending && <p role="status">{t('phrases.loading')}</p>}
      {topics.isError && <p role="alert">{t('phrases.notLoaded')}</p>}
      {topics.data?.map((topic) => (
        <section key={topic.id} className="mb-2">
          <h2 className="px-2 pt-1 text-ink-soft text-xs">{t(`phrases.topic.${topic.id}`)}</h2>
          <ul>
            {topic.phrases.map((phrase) => (
              <li key={phrase}>
                <button
                  type="button"
                  lang={LANGUAGE_TAGS[language]}
                  dir={textDirection(language)}
                  onClick={() => onChoose(phrase)}
                  className="min-h-11 w-full rounded-control px-2 py-1.5 text-start hover:bg-sunken focus-visible:-outline-offset-2"
                >
                  {phrase}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
