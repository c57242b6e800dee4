import { SearchX } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactCardCompact } from '@/entities/card/contact-card-compact.tsx';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { ShowMore } from '@/shared/ui/show-more.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { frequentTags, searchableCards, searchCards } from '../model/search-cards.ts';
import { CardTools } from './card-tools.tsx';
import { useCardTitle } from './use-card-title.ts';
import { useSeenBy } from './use-seen-by.ts';

/** Cards drawn at a time: a few screens. */
const SHOWN_AT_ONCE = 60;

interface CardListProps {
  cards: ScannedCard[];
  onOpen: (card: ScannedCard) => void;
}

/** The saved cards, with search, a tag filter and export. */
export function CardList({ cards, onOpen }: CardListProps) {
  const { t } = useTranslation();
  const cardTitle = useCardTitle();
  const seenBy = useSeenBy();
  const [query, setQuery] = useState('');
  const [tag, setTag] = useState<string | null>(null);
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const wanted = useDeferredValue(query);
  const keyed = useMemo(() => searchableCards(cards), [cards]);
  const tags = useMemo(() => frequentTags(cards), [cards]);
  // The last card with a tag may have lost it.
  const wantedTag = tag && tags.includes(tag) ? tag : null;
  const found = useMemo(() => searchCards(keyed, wanted, wantedTag), [keyed, wanted, wantedTag]);
  const narrowed = wanted.trim() !== '' || wantedTag !== null;

  function showAll() {
    setQuery('');
    setTag(null);
  }

  return (
    <>
      <CardTools
        query={query}
        onQuery={(text) => {
          setQuery(text);
          setLimit(SHOWN_AT_ONCE);
        }}
        tags={tags}
        tag={wantedTag}
        onTag={setTag}
        found={found}
      />
      <p role="status" className="mb-3 text-ink-soft text-sm">
        {narrowed ? t('cardBox.found', { count: found.length }) : t('cardBox.all', { count: cards.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title={t('cardBox.noneFoundTitle')} text={t('cardBox.noneFoundText')}>
          <Button variant="secondary" onClick={showAll}>
            {t('cardBox.showAll')}
          </Button>
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
          {found.slice(0, limit).map((card) => (
            <li key={card.id}>
              <ContactCardCompact
                person={{ ...card, name: cardTitle(card), avatar_url: null }}
                onOpen={() => onOpen(card)}
              >
                {card.note && (
                  <p dir="auto" className="mt-1 line-clamp-2 text-ink-soft text-xs">
                    {card.note}
                  </p>
                )}
                <Tags tags={card.tags} />
                <SeenBy text={seenBy(card)} />
              </ContactCardCompact>
            </li>
          ))}
        </ul>
      )}
      <ShowMore
        shown={Math.min(limit, found.length)}
        count={found.length}
        onMore={() => setLimit(limit + SHOWN_AT_ONCE)}
      />
    </>
  );
}

/** Who has scanned a card, or that no colleague sees it. */
export function SeenBy({ text }: { text: string | null }) {
  return text && <p className="wrap-anywhere mt-1.5 text-ink-soft text-xs">{text}</p>;
}

/** The tags of a card. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="mt-1.5 flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <Badge key={tag} tone="primary">
          <bdi>{tag}</bdi>
        </Badge>
      ))}
    </span>
  );
}
