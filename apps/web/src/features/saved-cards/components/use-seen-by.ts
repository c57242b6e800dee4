import { useTranslation } from 'react-i18next';
import { useMyBooth } from '@/entities/booth/my-booth.ts';
import { useTeam } from '@/entities/booth/team.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import type { ScannedCard } from '@/shared/api/database-types.ts';

/**
 * Says who has scanned a card, or that no colleague sees it; nothing without a team.
 * @returns the line of a card; null where there is nothing to say, as for a person who has left
 */
export function useSeenBy(): (card: ScannedCard) => string | null {
  const { t } = useTranslation();
  const me = useCurrentProfile();
  const booth = useMyBooth(me).data;
  const team = useTeam(me).data;
  return ({ owner_id, scanned_by }) => {
    if (!booth?.team) return null;
    if (owner_id !== booth.id) return t('cardBox.onlyYours');
    const name = team?.find(({ profile_id }) => profile_id === scanned_by)?.person?.name;
    return name ? t('cardBox.scannedBy', { name }) : null;
  };
}
