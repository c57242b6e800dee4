import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScannedBadge } from '@/entities/card/scan/badge-code-state.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { useBadgeAttendee } from '../api/badge-attendees.ts';
import { attendeeFields, badgeCard } from '../model/badge-card.ts';
import { CardFormDialog } from './card-form-dialog.tsx';

interface BadgeFormDialogProps {
  badge: ScannedBadge;
  onClose: () => void;
}

/**
 * A new card for the code of a badge: filled in with what the code says, or with the person whom the
 * list of attendees has for its id.
 */
export function BadgeFormDialog({ badge, onClose }: BadgeFormDialogProps) {
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
