import { ContactRound, PencilLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useColleagueName } from '@/entities/booth/team.ts';
import { ContactCard } from '@/entities/card/contact-card.tsx';
import { useSaveContact } from '@/entities/card/save-contact.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { QUOTA_TEXTS, quotaOf } from '@/shared/api/quota.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { useDeleteCard, useSaveCard } from '../api/cards.ts';
import { SeenBy, Tags } from './card-list.tsx';
import { useCardTitle } from './use-card-title.ts';
import { useSeenBy } from './use-seen-by.ts';

interface CardDialogProps {
  card: ScannedCard;
  onEdit: () => void;
  /** May be called after the dialog was unmounted. */
  onClose: () => void;
}

/** A saved card in full, with its actions. */
export function CardDialog({ card, onEdit, onClose }: CardDialogProps) {
  const { t } = useTranslation();
  const saveContact = useSaveContact();
  const [asking, setAsking] = useState(false);
  const title = useCardTitle()(card);
  const name = title ?? t('chat.someone');
  const badge = t('cardBox.badge', { id: card.badge ?? '' });
  const me = useCurrentProfile();
  const remove = useDeleteCard(me.id);
  const keep = useSaveCard(me.id);
  const seenBy = useSeenBy()(card);
  const isOfColleague = useColleagueName(me, card.scanned_by) !== null;

  function putBack() {
    const { updated_at: _, scanned_by, ...content } = card;
    // The server takes the name of a person who works at the booth alone.
    const kept = isOfColleague && scanned_by ? { ...content, scanned_by } : content;
    // The dialog has closed by then, and with it the callbacks of `mutate`.
    keep.mutateAsync(kept).catch((error: unknown) => {
      const quota = quotaOf(error);
      toast.error(t('common.error'), { description: t(quota ? QUOTA_TEXTS[quota] : 'cardBox.saveFailed') });
    });
  }

  const deleteCard = useSingleRun(async () => {
    try {
      await remove.mutateAsync(card);
    } catch {
      toast.error(t('common.error'), { description: t('cardBox.deleteFailed') });
      return;
    }
    toast(t('cardBox.deleted'), { action: { label: t('scan.undo'), onClick: putBack } });
    onClose();
  });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('contactCard.title')}>
        <ContactCard person={{ ...card, name, avatar_url: null }} />
        {(card.tags.length > 0 || card.note || card.badge || seenBy) && (
          <div className="mt-3 grid gap-1 px-1">
            {card.badge && title !== badge && <p className="wrap-anywhere text-sm">{badge}</p>}
            <Tags tags={card.tags} />
            {card.note && (
              <p dir="auto" className="wrap-anywhere whitespace-pre-line text-sm">
                {card.note}
              </p>
            )}
            <SeenBy text={seenBy} />
          </div>
        )}
        {asking ? (
          <div role="alert" className="mt-4 grid gap-3 rounded-control bg-danger-tint p-3">
            <p className="font-semibold text-sm">{t('cardBox.deleteAsk')}</p>
            <div className="flex gap-2 *:flex-1">
              <Button variant="danger" busy={remove.isPending} onClick={() => void deleteCard()}>
                {t('cardBox.deleteYes')}
              </Button>
              <Button variant="secondary" autoFocus onClick={() => setAsking(false)}>
                {t('cardBox.deleteNo')}
              </Button>
            </div>
          </div>
        ) : (
          <div className="mt-4 flex flex-wrap gap-2 *:flex-1 *:basis-36">
            <Button onClick={onEdit}>
              <PencilLine aria-hidden="true" className="size-4.5" />
              {t('cardBox.edit')}
            </Button>
            <Button variant="secondary" onClick={() => void saveContact({ ...card, name })}>
              <ContactRound aria-hidden="true" className="size-4.5" />
              {t('chat.saveContact')}
            </Button>
            <Button variant="ghost" className="text-danger" onClick={() => setAsking(true)}>
              <Trash2 aria-hidden="true" className="size-4.5" />
              {t('cardBox.delete')}
            </Button>
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}
