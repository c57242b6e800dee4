import { cardFormValues } from '@dragoman/domain/cards/scanned-card';
import { ContactRound, Merge } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useMyBooth } from '@/entities/booth/my-booth.ts';
import { type ScannedBadge, scannedBadge } from '@/entities/card/scan/badge-code-state.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { useQueue, useQueueState } from '@/shared/offline/define-queue.ts';
import { Button } from '@/shared/ui/button.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { useBadgeAttendee, useBadgeMatches } from '../api/badge-attendees.ts';
import { useCards } from '../api/cards.ts';
import { scanQueue } from '../api/scan-queue.ts';
import { attendeeFields, badgeCard } from '../model/badge-card.ts';
import { duplicatesOf } from '../model/duplicates.ts';
import { CardDialog } from './card-dialog.tsx';
import { CardFormDialog } from './card-form-dialog.tsx';
import { CardList } from './card-list.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PendingScans } from './pending-scans.tsx';
import { ScanCard } from './scan-card.tsx';
import { ScanFormDialog } from './scan-form-dialog.tsx';

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
  const queue = useQueue(scanQueue, me.id);
  const state = useQueueState(queue);
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

interface BadgeFormDialogProps {
  badge: ScannedBadge;
  onClose: () => void;
}

/**
 * A new card for the code of a badge: filled in with what the code says, or with the person whom the
 * list of attendees has for its id.
 */
function BadgeFormDialog({ badge, onClose }: BadgeFormDialogProps) {
  const { t } = useTranslation();
  const { id: ownerId, role } = useCurrentProfile();
  const { start, marks } = useMemo(() => badgeCard(badge.code), [badge.code]);
  const attendee = useBadgeAttendee(ownerId, role === 'vendor' && start.badge !== '' ? start.badge : null);
  const found = useMemo(() => attendee && attendeeFields(attendee), [attendee]);
  return (
    <CardFormDialog
      title={t('cardBox.newTitle')}
      description={t(found ? 'badge.fromList' : 'badge.confirm')}
      draft={badge.id}
      start={start}
      marks={found ? { ...marks, filled: { ...marks.filled, ...found } } : marks}
      found={found}
      save={{ kind: 'keep', card: { id: badge.id } }}
      onClose={onClose}
    />
  );
}

interface DuplicatesNoticeProps {
  groups: readonly ScannedCard[][];
  onReview: (group: ScannedCard[]) => void;
}

/** Offers to make cards one that look like one person's; one group after the other. */
function DuplicatesNotice({ groups, onReview }: DuplicatesNoticeProps) {
  const { t, i18n } = useTranslation();
  const [group] = groups;
  if (!group) return null;
  const names = group.map(({ name, company, email, phone }) => name ?? company ?? email ?? phone ?? '');
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format([...new Set(names)]);
  return (
    <div
      role="status"
      className="mb-4 flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-warning/40 bg-accent-tint p-4"
    >
      <Merge aria-hidden="true" className="size-5 shrink-0 text-warning" />
      <p className="wrap-anywhere min-w-0 flex-1 basis-52 text-sm">
        {t('cardBox.duplicates', { count: group.length, names: list })}
      </p>
      <Button variant="secondary" onClick={() => onReview(group)}>
        {t('cardBox.review')}
      </Button>
    </div>
  );
}

/** The browser deletes it with the tab, and signing out deletes it too. */
const STORAGE_KEY = 'dragoman-cards-apart';

/**
 * The groups of similar cards that the user keeps separate. The question returns in another tab, or
 * when the group changes.
 */
function useDismissedDuplicates() {
  const [apart, setApart] = useState<readonly string[]>(read);
  return {
    keptApart: (group: readonly ScannedCard[]) => apart.includes(nameOf(group)),
    keepApart(group: readonly ScannedCard[]) {
      const next = [...apart, nameOf(group)];
      setApart(next);
      try {
        sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
      } catch {
        // Without storage it is asked again after a reload.
      }
    },
  };
}

function nameOf(group: readonly ScannedCard[]): string {
  return group
    .map(({ id }) => id)
    .toSorted()
    .join(' ');
}

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
