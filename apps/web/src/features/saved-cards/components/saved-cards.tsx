import { cardFormValues } from '@dragoman/domain/cards/scanned-card';
import { ContactRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useMyBooth } from '@/entities/booth/my-booth.ts';
import { type ScannedBadge, scannedBadge } from '@/entities/card/scan/badge-code-state.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { useBadgeMatches } from '../api/badge-attendees.ts';
import { useCards } from '../api/cards.ts';
import { duplicatesOf } from '../model/duplicates.ts';
import { BadgeFormDialog } from './badge-form-dialog.tsx';
import { CardDialog } from './card-dialog.tsx';
import { CardFormDialog } from './card-form-dialog.tsx';
import { CardList } from './card-list.tsx';
import { DuplicatesNotice } from './duplicates-notice.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PendingScans } from './pending-scans.tsx';
import { ScanCard } from './scan-card.tsx';
import { ScanFormDialog } from './scan-form-dialog.tsx';
import { useDismissedDuplicates } from './use-dismissed-duplicates.ts';
import { useScanQueue } from './use-scan-queue.ts';

type Opened =
  | { kind: 'card'; id: string }
  | { kind: 'edit'; id: string }
  | { kind: 'scan'; id: string }
  | { kind: 'merge'; ids: string[] }
  /** `cardId` is the new card's, the same for each attempt to save it. */
  | { kind: 'new'; cardId: string }
  /** A new card for the code of a badge. */
  | { kind: 'badge'; badge: ScannedBadge };

/** Saved cards: paper cards of people whom the user has met, scanned and kept as contacts. */
export function SavedCards() {
  const { t } = useTranslation();
  const location = useLocation();
  const navigate = useNavigate();
  const me = useCurrentProfile();
  const booth = useMyBooth(me).data;
  const query = useCards(me);
  const { queue, state } = useScanQueue(me.id);
  const [opened, setOpened] = useState<Opened | null>(() => {
    const badge = scannedBadge(location.state);
    return badge && { kind: 'badge', badge };
  });
  const { keptApart, keepApart } = useDismissedDuplicates();
  const cards = query.data;
  useBadgeMatches(me.id, me.role === 'vendor', cards ?? []);
  const groups = useMemo(() => duplicatesOf(cards ?? [], me.id), [cards, me.id]);
  const asked = groups.filter((group) => !keptApart(group));
  // A card opened in the meantime stays open.
  const close = () => setOpened((now) => (now === opened ? null : now));

  const card = opened && 'id' in opened ? cards?.find(({ id }) => id === opened.id) : undefined;
  const scan = opened?.kind === 'scan' ? state.scans.find(({ id }) => id === opened.id) : undefined;
  // A card or scan may have gone meanwhile, in another tab or on another device.
  const merging = opened?.kind === 'merge' ? (cards ?? []).filter(({ id }) => opened.ids.includes(id)) : [];
  const isOpen =
    opened?.kind === 'new' ||
    opened?.kind === 'badge' ||
    card !== undefined ||
    scan !== undefined ||
    merging.length > 1;

  return (
    <>
      <PageHeading title={t('cardBox.title')} text={t(booth?.team ? 'cardBox.textTeam' : 'cardBox.text')} />
      <div className="grid gap-6">
        <div className="grid gap-3 lg:grid-cols-2 lg:items-start">
          <ScanCard
            queue={queue}
            state={state}
            boothId={booth?.id}
            // A scan that finishes does not replace a card that is open.
            onRead={(id) => !isOpen && setOpened({ kind: 'scan', id })}
            onByHand={() => setOpened({ kind: 'new', cardId: newId() })}
          />
          <PendingScans queue={queue} state={state} onOpen={(id) => setOpened({ kind: 'scan', id })} />
        </div>
        <div className="min-w-0">
          <DuplicatesNotice
            groups={asked}
            onReview={(group) => setOpened({ kind: 'merge', ids: group.map(({ id }) => id) })}
          />
          <QueryView
            query={query}
            loadingText={t('cardBox.loading')}
            skeleton={<CardsSkeleton />}
            isEmpty={(list) => list.length === 0}
            empty={
              <EmptyState icon={ContactRound} title={t('cardBox.emptyTitle')} text={t('cardBox.emptyText')} />
            }
          >
            {(list) => <CardList cards={list} onOpen={({ id }) => setOpened({ kind: 'card', id })} />}
          </QueryView>
        </div>
      </div>
      {opened?.kind === 'card' && card && (
        <CardDialog card={card} onEdit={() => setOpened({ kind: 'edit', id: card.id })} onClose={close} />
      )}
      {opened?.kind === 'edit' && card && (
        <CardFormDialog
          title={t('cardBox.editTitle')}
          draft={card.id}
          start={cardFormValues(card)}
          save={{ kind: 'change', id: card.id }}
          onClose={close}
        />
      )}
      {opened?.kind === 'new' && (
        <CardFormDialog
          title={t('cardBox.newTitle')}
          draft="new"
          save={{ kind: 'keep', card: { id: opened.cardId } }}
          onClose={close}
        />
      )}
      {opened?.kind === 'badge' && (
        <BadgeFormDialog
          badge={opened.badge}
          onClose={() => {
            close();
            // Or a reload would open it again.
            void navigate({ search: location.search }, { replace: true, state: null });
          }}
        />
      )}
      {scan && (
        <ScanFormDialog
          key={scan.id}
          scan={scan}
          queue={queue}
          cards={cards ?? []}
          ownerId={scan.boothId ?? booth?.id ?? me.id}
          onClose={close}
        />
      )}
      {merging.length > 1 && (
        <MergeDialog
          cards={merging}
          onClose={close}
          onKeepApart={() => {
            keepApart(merging);
            close();
          }}
        />
      )}
    </>
  );
}

function CardsSkeleton() {
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-40 rounded-card" />
      ))}
    </div>
  );
}
