import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOLDERS_AT_ONCE, useCardHolders } from '@/entities/sharing/card-shares.ts';
import { useFieldNames } from '@/entities/sharing/field-names.ts';
import { ShareButton } from '@/entities/sharing/share-button.tsx';
import { ShareSwitches } from '@/entities/sharing/share-switches.tsx';
import { SharingHistory } from '@/entities/sharing/sharing-history.tsx';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { SearchField } from '@/shared/ui/form/search-field.tsx';
import { ShowMore } from '@/shared/ui/show-more.tsx';
import { ShareWithAll } from './share-with-all.tsx';

/** The data that future contacts will receive, and the people who have the user's card already. */
export function WhatYouShare({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { data: holders } = useCardHolders('', HOLDERS_AT_ONCE);
  return (
    <section className={cn('grid gap-3', className)}>
      <div>
        <h2 className="text-lg">{t('sharing.defaultTitle')}</h2>
        <p className="mt-1 text-pretty text-ink-soft text-sm">{t('sharing.defaultText')}</p>
      </div>
      <ShareSwitches personId={null} label={t('sharing.defaultTitle')} />
      <ShareWithAll people={holders?.count ?? 0} />
      <SharingHistory personId={null} />
      <CardHolders />
    </section>
  );
}

function CardHolders() {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(HOLDERS_AT_ONCE);
  const wanted = useDeferredValue(search.trim());
  const { data } = useCardHolders(wanted, limit);
  const names = useFieldNames();
  if (!data) return null;
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold text-sm">{t('sharing.peopleTitle')}</h3>
      {(wanted || data.count > 5) && (
        <SearchField
          label={t('sharing.search')}
          hint={t('sharing.search')}
          clearLabel={t('contacts.clearSearch')}
          value={search}
          onChange={setSearch}
        />
      )}
      {data.count === 0 && (
        <p className="text-sm">{t(wanted ? 'sharing.noneFound' : 'sharing.peopleNone')}</p>
      )}
      <ul className="grid gap-2">
        {data.rows.map(({ person, withheld }) => {
          const name = person.name || t('chat.someone');
          return (
            <li
              key={person.id}
              className="flex flex-wrap items-center gap-3 rounded-card border bg-surface p-3"
            >
              <Avatar name={name} url={person.avatar_url} className="size-10 text-xs" />
              <div className="min-w-0 flex-1 basis-36 text-sm">
                <p dir="auto" className="wrap-anywhere page-aligned font-semibold">
                  {name}
                </p>
                <p className="wrap-anywhere text-ink-soft text-xs">
                  {withheld.length === 0
                    ? t('sharing.everything')
                    : t('sharing.partly', { fields: names(withheld) })}
                </p>
              </div>
              <ShareButton person={{ id: person.id, name }} />
            </li>
          );
        })}
      </ul>
      <ShowMore
        shown={data.rows.length}
        count={data.count}
        onMore={() => setLimit(limit + HOLDERS_AT_ONCE)}
      />
    </div>
  );
}
