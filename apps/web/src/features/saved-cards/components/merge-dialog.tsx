import { fieldValues, isKeepable, mergedCard } from '@dragoman/domain/cards/card-merge';
import { CARD_FIELDS, type CardField } from '@dragoman/domain/cards/scanned-card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { useMergeCards } from '../api/cards.ts';
import { Tags } from './card-list.tsx';
import { useFieldLabels } from './card-tools.tsx';

interface MergeDialogProps {
  cards: ScannedCard[];
  onClose: () => void;
  onKeepApart: () => void;
}

/** Previews the merged card before it is saved; where cards differ, the user chooses. */
export function MergeDialog({ cards, onClose, onKeepApart }: MergeDialogProps) {
  const { t } = useTranslation();
  const labels = useFieldLabels();
  const [chosen, setChosen] = useState<Partial<Record<CardField, string>>>({});
  const merge = useMergeCards(useCurrentProfile().id);
  const merged = mergedCard(cards, chosen, labels);
  const keepable = isKeepable(merged);

  // The cards may be gone from the list, and the dialog with them, before the answer comes.
  const start = useSingleRun(async () => {
    try {
      await merge.mutateAsync({ cards, content: merged });
    } catch (error) {
      toast.error(t('common.error'), {
        description: errorCode(error) === 'PT409' ? t('cardBox.mergeChanged') : t('cardBox.mergeFailed'),
      });
      return;
    }
    toast.success(t('cardBox.merged'));
    onClose();
  });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('cardBox.mergeTitle')}
        description={t('cardBox.mergeText')}
        className="sm:max-w-lg"
      >
        <div className="grid gap-4">
          {CARD_FIELDS.map((field) => {
            const values = fieldValues(cards, field);
            if (values.length === 0) return null;
            return (
              <FieldChoice
                key={field}
                field={field}
                label={labels[field]}
                values={values}
                chosen={merged[field] ?? ''}
                onChoose={(value) => setChosen({ ...chosen, [field]: value })}
              />
            );
          })}
          {merged.tags.length > 0 && (
            <div>
              <p className="font-semibold text-sm">{t('cardBox.tags')}</p>
              <Tags tags={merged.tags} />
            </div>
          )}
          {merged.note && (
            <div>
              <p className="font-semibold text-sm">{t('cardBox.note')}</p>
              <p
                dir="auto"
                className="wrap-anywhere whitespace-pre-line rounded-control bg-sunken px-3 py-2 text-sm"
              >
                {merged.note}
              </p>
            </div>
          )}
          {!keepable && <Alert tone="danger">{t('cardBox.mergeTooLong')}</Alert>}
          <div className="sticky z-10 flex flex-wrap gap-2 bg-surface *:flex-1 -bottom-6 -mb-6 pt-2 pb-6">
            <Button disabled={!keepable} busy={merge.isPending} onClick={() => void start()}>
              {t('cardBox.merge', { count: cards.length })}
            </Button>
            <Button variant="ghost" onClick={onKeepApart}>
              {t('cardBox.keepApart')}
            </Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}

interface FieldChoiceProps {
  field: CardField;
  label: string;
  values: readonly string[];
  chosen: string;
  onChoose: (value: string) => void;
}

function FieldChoice({ field, label, values, chosen, onChoose }: FieldChoiceProps) {
  if (values.length === 1) {
    return (
      <div>
        <p className="font-semibold text-sm">{label}</p>
        <bdi className="wrap-anywhere text-sm">{values[0]}</bdi>
      </div>
    );
  }
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold text-sm">{label}</legend>
      {values.map((value) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="radio"
            name={`merge-${field}`}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="size-5 shrink-0 accent-primary"
          />
          <bdi className="wrap-anywhere min-w-0">{value}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
