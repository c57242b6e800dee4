import { type Language, textDirection } from '@dragoman/domain/languages';
import type { Phrase, TopicId } from '@dragoman/domain/phrasebook/phrase';
import { matchesSearch, searchKey } from '@dragoman/domain/search-text';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '@/shared/ui/form/search-field.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { type LoadedPhrasebook, loadPhrasebook } from '../translation/phrasebook.ts';
import { outline, searchText, slotsOf } from './placeholder-inputs.ts';
import { QuickPhraseForm } from './quick-phrase-form.tsx';

interface QuickPhrasesDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  language: Language;
  target: Language | null;
  /** Gets a sentence in the writer's language whose translation is known. */
  onChoose: (text: string) => void;
  /** Called when it has closed, to take the focus. */
  onClosed: () => void;
}

/** As many results as a person reads through; a search that finds more needs another word. */
const MOST_FOUND = 60;

/**
 * Phrases by subject, in the writer's language and the viewer's; the phrasebook translates each
 * exactly.
 */
export function QuickPhrasesDialog(props: QuickPhrasesDialogProps) {
  const { open, onOpenChange, onChoose, onClosed, ...languages } = props;
  const { t } = useTranslation();
  const book = useQuery({
    queryKey: ['phrasebook'],
    queryFn: loadPhrasebook,
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
    // A chunk of the app, which an installed app has without a network.
    networkMode: 'always',
  });

  function choose(text: string) {
    onChoose(text);
    onOpenChange(false);
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={t('phrases.open')}
        description={t('phrases.hint')}
        // Its button has gone with the keyboard; what is chosen goes into the field.
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
        }}
      >
        {book.data && <Phrases book={book.data} onChoose={choose} {...languages} />}
        {book.isPending && <p role="status">{t('phrases.loading')}</p>}
        {book.isError && <p role="alert">{t('phrases.notLoaded')}</p>}
      </DialogContent>
    </Dialog>
  );
}

type PhrasesProps = Pick<QuickPhrasesDialogProps, 'language' | 'target' | 'onChoose'> & {
  book: LoadedPhrasebook;
};

/**
 * The phrases, or the one whose gaps are being filled: from there the way back leads to where one
 * looked.
 */
function Phrases({ book, onChoose, ...languages }: PhrasesProps) {
  const [chosen, setChosen] = useState<Phrase | null>(null);
  const [query, setQuery] = useState('');
  const [topicId, setTopicId] = useState<TopicId>('greeting');
  if (chosen) {
    return (
      <QuickPhraseForm
        key={chosen.id}
        book={book}
        phrase={chosen}
        onBack={() => setChosen(null)}
        onChoose={onChoose}
        {...languages}
      />
    );
  }
  return (
    <PhraseList
      book={book}
      query={query}
      onQuery={setQuery}
      topicId={topicId}
      onTopic={setTopicId}
      onChoose={(phrase) => {
        if (slotsOf(phrase, languages.language).length > 0) setChosen(phrase);
        else onChoose(outline(phrase, languages.language));
      }}
      {...languages}
    />
  );
}

interface PhraseListProps {
  book: LoadedPhrasebook;
  language: Language;
  target: Language | null;
  query: string;
  onQuery: (query: string) => void;
  topicId: TopicId;
  onTopic: (topicId: TopicId) => void;
  onChoose: (phrase: Phrase) => void;
}

function PhraseList({ book, language, target, query, topicId, ...on }: PhraseListProps) {
  const { t } = useTranslation();
  const topicField = useId();
  const searchable = useMemo(
    () =>
      book.topics.flatMap((topic) =>
        topic.phrases.map((phrase) => ({ phrase, key: searchKey(searchText(phrase)) })),
      ),
    [book],
  );
  const phrases = query.trim()
    ? searchable
        .filter(({ key }) => matchesSearch(key, query))
        .slice(0, MOST_FOUND)
        .map(({ phrase }) => phrase)
    : (book.topics.find((topic) => topic.id === topicId)?.phrases ?? []);

  return (
    <div className="space-y-3">
      <SearchField
        label={t('phrases.search')}
        hint={t('phrases.searchHint')}
        clearLabel={t('phrases.clear')}
        value={query}
        onChange={on.onQuery}
      />
      {!query.trim() && (
        <div>
          <label htmlFor={topicField} className="sr-only">
            {t('phrases.subject')}
          </label>
          <Select
            id={topicField}
            value={topicId}
            onChange={(event) => on.onTopic(event.target.value as TopicId)}
          >
            {book.topics.map((topic) => (
              <option key={topic.id} value={topic.id}>
                {t(`phrases.topic.${topic.id}`)}
              </option>
            ))}
          </Select>
        </div>
      )}
      <ul className="h-[50dvh] divide-y divide-line overflow-y-auto overscroll-contain rounded-card border border-line">
        {phrases.map((phrase) => (
          <li key={phrase.id}>
            <button
              type="button"
              onClick={() => on.onChoose(phrase)}
              className="block min-h-11 w-full px-3 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <span lang={language} dir={textDirection(language)} className="block">
                {outline(phrase, language)}
              </span>
              {target && (
                <span
                  lang={target}
                  dir={textDirection(target)}
                  className="block text-start text-ink-soft text-sm"
                >
                  {outline(phrase, target)}
                </span>
              )}
            </button>
          </li>
        ))}
        {phrases.length === 0 && <li className="px-3 py-4 text-ink-soft">{t('phrases.none')}</li>}
      </ul>
    </div>
  );
}
