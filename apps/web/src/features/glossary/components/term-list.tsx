import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES } from '@dragoman/domain/languages';
import { searchKey } from '@dragoman/domain/search-text';
import { PencilLine } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GlossaryRow } from '@/shared/api/database-types.ts';
import { SearchField } from '@/shared/ui/form/search-field.tsx';
import { ShowMore } from '@/shared/ui/show-more.tsx';

/** Terms drawn at a time: a few screens. */
const SHOWN_AT_ONCE = 60;
/** Fewer one sees at a glance. */
const SEARCHED_FROM = 10;

interface TermListProps {
  terms: readonly GlossaryRow[];
  onOpen: (term: GlossaryRow) => void;
}

/** The searchable terms of the glossary. */
export function TermList({ terms, onOpen }: TermListProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const wanted = searchKey(useDeferredValue(query));
  const found = wanted ? terms.filter((term) => searchKey(textsOf(term)).includes(wanted)) : terms;
  return (
    <>
      {terms.length >= SEARCHED_FROM && (
        <div className="mb-3">
          <SearchField
            label={t('terms.search')}
            hint={t('terms.search')}
            clearLabel={t('contacts.clearSearch')}
            value={query}
            onChange={setQuery}
          />
        </div>
      )}
      <p role="status" className="mb-3 text-ink-soft text-sm">
        {wanted ? t('terms.found', { count: found.length }) : t('terms.all', { count: terms.length })}
      </p>
      <ul className="divide-y rounded-card border bg-surface">
        {found.slice(0, limit).map((term) => (
          <li key={term.id}>
            <button
              type="button"
              onClick={() => onOpen(term)}
              className="flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-start transition-colors duration-150 hover:bg-sunken"
            >
              <span className="min-w-0 flex-1">
                <bdi className="wrap-anywhere font-semibold">{term.term}</bdi>
                <Rendering term={term} />
              </span>
              <PencilLine aria-hidden="true" className="size-4.5 shrink-0 text-ink-soft" />
              <span className="sr-only">{t('terms.edit')}</span>
            </button>
          </li>
        ))}
      </ul>
      <ShowMore
        shown={Math.min(limit, found.length)}
        count={found.length}
        onMore={() => setLimit(limit + SHOWN_AT_ONCE)}
      />
    </>
  );
}

function Rendering({ term }: { term: GlossaryRow }) {
  const { t } = useTranslation();
  if (term.mode === 'keep') return <span className="block text-ink-soft text-sm">{t('terms.keep')}</span>;
  return (
    <span className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
      {LANGUAGES.filter((language) => term[language] !== null).map((language) => (
        <span key={language}>
          <bdi lang={LANGUAGE_TAGS[language]}>{LANGUAGE_NAMES[language]}</bdi>{' '}
          <bdi lang={LANGUAGE_TAGS[language]} className="wrap-anywhere text-ink">
            {term[language]}
          </bdi>
        </span>
      ))}
    </span>
  );
}

function textsOf(term: GlossaryRow): string {
  return [term.term, ...LANGUAGES.map((language) => term[language])].filter(Boolean).join('\n');
}
