import { duplicateGroups } from '@dragoman/domain/cards/card-merge';
import { type CardForm, EMPTY_CARD_FORM } from '@dragoman/domain/cards/scanned-card';
import { UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentPicture } from '@/entities/card/scan/document-picture.tsx';
import { NO_MARKS, type ScanMarks } from '@/entities/card/scan/use-scan-fill.ts';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { useObjectUrl } from '@/shared/hooks/use-object-url.ts';
import { OTHER_FORMS_GAP } from '../model/other-forms-note.ts';
import type { PendingScan, ScanState } from '../model/pending-scan.ts';
import type { ScanOutbox } from '../model/scan-outbox.ts';
import { CardFormDialog } from './card-form-dialog.tsx';

interface ScanFormDialogProps {
  scan: PendingScan;
  queue: ScanOutbox;
  /** The saved cards. */
  cards: readonly ScannedCard[];
  /** In whose box the card will be. */
  ownerId: string;
  onClose: () => void;
}

/**
 * The confirmation of a scan: the read values beside the picture; the picture is deleted when the
 * card is saved.
 */
export function ScanFormDialog({ scan, queue, cards, ownerId, onClose }: ScanFormDialogProps) {
  const { t } = useTranslation();
  const url = useObjectUrl(scan.picture);
  const { start, marks } = useMemo(() => readInto(scan.state), [scan.state]);
  return (
    <CardFormDialog
      // A picture that finishes while the user fills in the form by hand does not change typed
      // fields.
      title={t('cardBox.confirmTitle')}
      description={t('cardBox.confirmText')}
      draft={scan.id}
      start={start}
      marks={marks}
      save={{ kind: 'keep', card: { id: scan.id, created_at: scan.scannedAt, owner_id: scan.boothId } }}
      onSaved={() => void queue.remove(scan.id)}
      onClose={onClose}
      aside={(values) => (
        <>
          {url && (
            <div className="grid bg-surface max-lg:sticky max-lg:-top-5 max-lg:z-10 max-lg:-mt-3 max-lg:pt-3 max-lg:pb-2">
              <DocumentPicture src={url} className="h-32 w-full lg:h-64" />
            </div>
          )}
          <AlreadyThere values={values} cards={cards} ownerId={ownerId} />
        </>
      )}
    />
  );
}

function readInto(state: ScanState): { start: CardForm; marks: ScanMarks } {
  if (state.kind !== 'read') return { start: EMPTY_CARD_FORM, marks: NO_MARKS };
  const { found, uncertain, otherForms } = state.fields;
  // Text in the other script is stored with the card, so that searches find it.
  const note = Object.values(otherForms).flat().join(OTHER_FORMS_GAP);
  return {
    start: { ...EMPTY_CARD_FORM, ...found, note },
    marks: { filled: found, uncertain, otherForms },
  };
}

type Known = Pick<ScannedCard, 'name' | 'email' | 'phone' | 'whatsapp' | 'company'>;

interface AlreadyThereProps {
  values: CardForm;
  cards: readonly ScannedCard[];
  ownerId: string;
}

/** Warns that a card of this person may exist already, before a second one is saved. */
function AlreadyThere({ values, cards, ownerId }: AlreadyThereProps) {
  const { t } = useTranslation();
  const { name, email, phone, whatsapp } = values;
  const known = useMemo(() => {
    const candidate = { name, email, phone, whatsapp, company: null };
    const kept = cards.filter(({ owner_id }) => owner_id === ownerId);
    const group = duplicateGroups<Known>([candidate, ...kept]).find((one) => one.includes(candidate));
    return group?.find((one) => one !== candidate);
  }, [name, email, phone, whatsapp, cards, ownerId]);
  return (
    <div role="status">
      {known && (
        <p className="flex items-start gap-2 rounded-control bg-accent-tint px-3 py-2 text-sm text-warning">
          <UsersRound aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          {t('cardBox.alreadyThere', { name: known.name ?? known.company ?? known.email ?? known.phone })}
        </p>
      )}
    </div>
  );
}
