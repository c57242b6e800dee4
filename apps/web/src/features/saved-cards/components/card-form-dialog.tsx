import {
  type CardForm,
  cardColumns,
  cardFormSchema,
  EMPTY_CARD_FORM,
} from '@dragoman/domain/cards/scanned-card';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NO_MARKS, type ScanMarks } from '@/entities/card/scan/use-scan-fill.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { QUOTA_TEXTS, quotaOf } from '@/shared/api/quota.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { useFormDraft, useRowId } from '@/shared/offline/form-drafts.ts';
import { toast } from '@/shared/toast/toast.ts';
import { cn } from '@/shared/ui/cn.ts';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { type NewCard, useSaveCard, useUpdateCard } from '../api/cards.ts';
import { CardFormFields } from './card-form.tsx';

interface CardFormDialogProps {
  title: string;
  description?: string;
  /** Under which name a draft survives a reload. */
  draft: string;
  /** Initial values. */
  start?: CardForm;
  /** Marks of scanned values. */
  marks?: ScanMarks;
  /** Values that come while the form is open: they fill what is still empty. */
  found?: Partial<CardForm> | null;
  /** The kind of save: a new card, with what its scan says, or a change of one. */
  save:
    | { kind: 'keep'; card: Pick<NewCard, 'created_at' | 'owner_id'> & { id: string } }
    | { kind: 'change'; id: string };
  /** Beside the fields: the picture, and hints on the values. */
  aside?: (values: CardForm) => ReactNode;
  onSaved?: () => void;
  /** May be called after the form was unmounted. */
  onClose: () => void;
}

/** A card in a form: it is saved only by the button, and a failed save loses no typed text. */
export function CardFormDialog({
  title,
  description,
  draft,
  start = EMPTY_CARD_FORM,
  marks = NO_MARKS,
  found = null,
  save,
  aside,
  onSaved,
  onClose,
}: CardFormDialogProps) {
  const { t } = useTranslation();
  const { id: ownerId } = useCurrentProfile();
  const [schema] = useState(() =>
    cardFormSchema({
      blank: t('cardBox.blank'),
      emailInvalid: t('profileForm.emailInvalid'),
      tooLong: t('profileForm.tooLong'),
      tagsInvalid: t('cardBox.tagsInvalid'),
    }),
  );
  const form = useForm<CardForm>({ resolver: zodResolver(schema), defaultValues: start });
  const draftName = `card:${ownerId}:${draft}`;
  const id = useRowId(draftName, () => (save.kind === 'keep' ? save.card.id : save.id));
  const forgetDraft = useFormDraft(draftName, form, id);
  useEffect(() => {
    for (const [field, value] of Object.entries(found ?? {}) as [keyof CardForm, string][]) {
      if (form.getValues(field) === '') form.setValue(field, value, { shouldDirty: true });
    }
  }, [found, form]);
  const values = useWatch({ control: form.control }) as CardForm;
  const keep = useSaveCard(ownerId);
  const change = useUpdateCard(ownerId);

  // Callbacks given to `mutate` would not run after the form was closed. These do: the user still
  // learns the result, and a saved scan is not offered again.
  const submit = form.handleSubmit(
    useSingleRun(async (valid) => {
      const content = cardColumns(valid);
      let isOwnNow = false;
      try {
        if (save.kind === 'keep') {
          const kept = await keep.mutateAsync({ ...content, ...save.card, id });
          isOwnNow = save.card.owner_id !== undefined && save.card.owner_id !== kept.owner_id;
        } else {
          await change.mutateAsync({ id, content });
        }
      } catch (error) {
        const quota = quotaOf(error);
        toast.error(t('common.error'), { description: t(quota ? QUOTA_TEXTS[quota] : 'cardBox.saveFailed') });
        return;
      }
      forgetDraft();
      toast.success(t('cardBox.saved'), isOwnNow ? { description: t('cardBox.savedAsOwn') } : {});
      onSaved?.();
      onClose();
    }),
  );

  function cancel() {
    forgetDraft();
    onClose();
  }

  const beside = aside?.(values);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description={description}
        className={cn('sm:max-h-[92dvh] sm:max-w-2xl', beside && 'lg:max-w-5xl')}
        // A tap beside the form must not discard the input.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <div
          className={cn(
            'flex flex-col gap-4',
            beside && 'lg:grid lg:grid-cols-[22rem_minmax(0,1fr)] lg:items-start lg:gap-8',
          )}
        >
          {/* On a phone its parts are among the fields, so that the picture can stay visible
             above them. */}
          {beside && <div className="grid gap-3 max-lg:contents lg:sticky lg:top-0">{beside}</div>}
          <CardFormFields
            form={form}
            marks={marks}
            busy={keep.isPending || change.isPending}
            onSubmit={() => void submit()}
            onCancel={cancel}
          />
        </div>
      </DialogContent>
    </Dialog>
  );
}
