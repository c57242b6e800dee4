import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FunctionRefusal, isOutcomeUnknown } from '@/shared/api/call-function.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useAuth, useUser } from '@/shared/auth/auth-context.ts';
import { Button } from '@/shared/ui/button.tsx';
import { TextField } from '@/shared/ui/form/field.tsx';
import { PasswordField } from '@/shared/ui/form/password-field.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { type DeletionTerms, useDeleteAccount, useDeletionTerms } from '../api/account.ts';

interface DeleteAccountDialogProps {
  profile: Profile;
  onClose: () => void;
}

/** Messages from which on a deletion takes seconds: half a minute for a million. */
const MANY_MESSAGES = 20_000;

/**
 * Lists the deleted and the remaining data, asks for a proof, and deletes the account; then it
 * clears the browser's data, at '/'.
 */
export function DeleteAccountDialog({ profile, onClose }: DeleteAccountDialogProps) {
  const { t } = useTranslation();
  const { leave } = useAuth();
  const terms = useDeletionTerms(profile.id);
  const remove = useDeleteAccount();
  // A page that is being left keeps the dialog as it is.
  const done = remove.isSuccess;
  return (
    <Dialog open onOpenChange={(open) => !open && !remove.isPending && !done && onClose()}>
      <DialogContent title={t('yourData.dialogTitle')} description={t('yourData.dialogText')}>
        {terms.data ? (
          <DeleteForm
            terms={terms.data}
            busy={remove.isPending || done}
            failure={remove.error as FunctionRefusal | null}
            onCancel={onClose}
            onDelete={(proof) => remove.mutate(proof, { onSuccess: () => void leave() })}
          />
        ) : terms.isError ? (
          <Alert tone="danger">{t(termsFailureKey(terms.error as FunctionRefusal))}</Alert>
        ) : (
          <Skeleton className="h-48 w-full" />
        )}
      </DialogContent>
    </Dialog>
  );
}

interface DeleteFormProps {
  terms: DeletionTerms;
  busy: boolean;
  failure: FunctionRefusal | null;
  onDelete: (proof: { password?: string; address?: string }) => void;
  onCancel: () => void;
}

function DeleteForm({ terms, busy, failure, onDelete, onCancel }: DeleteFormProps) {
  const { t } = useTranslation();
  const user = useUser();
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const { proof } = terms;
  const address = user?.email || user?.phone || '';
  const error = missing && typed === '' ? t('yourData.proofMissing') : undefined;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const isMissing = proof !== 'none' && typed.trim() === '';
    setMissing(isMissing);
    if (!isMissing) onDelete(proof === 'none' ? {} : { [proof]: typed });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <ul className="grid list-disc gap-1.5 ps-5 text-sm">
        <li>{t('yourData.goesProfile')}</li>
        {terms.chats > 0 && (
          <li>
            {t('yourData.goesChats', {
              count: terms.chats,
              messages: t('yourData.goesMessages', { count: terms.messages }),
            })}
          </li>
        )}
        {terms.files > 0 && <li>{t('yourData.goesFiles', { count: terms.files })}</li>}
        <li>{t('yourData.goesNotes')}</li>
      </ul>
      <p className="text-ink-soft text-sm">{t('yourData.stays')}</p>
      {failure && <Alert tone="danger">{t(failureKey(failure.status, proof))}</Alert>}
      {proof === 'password' && (
        <PasswordField
          label={t('auth.yourPassword')}
          name="password"
          autoComplete="current-password"
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {proof === 'address' && (
        <TextField
          label={t('yourData.typeAddress', { address })}
          name="address"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {busy && terms.messages >= MANY_MESSAGES && (
        <p role="status" className="text-ink-soft text-sm">
          {t('yourData.deletingMuch')}
        </p>
      )}
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          {t('yourData.cancel')}
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          {busy ? t('yourData.deleting') : t('yourData.deleteForGood')}
        </Button>
      </div>
    </form>
  );
}

/** A session that is over signs itself out, so that a 403 is the missing second factor. */
function termsFailureKey({ status }: FunctionRefusal) {
  return status === 403 ? 'yourData.secondFactor' : 'yourData.termsFailed';
}

function failureKey(status: number, proof: DeletionTerms['proof']) {
  if (status === 422 && proof === 'password') return 'yourData.wrongPassword';
  if (status === 400 && proof === 'address') return 'yourData.wrongAddress';
  if (status === 403) return 'yourData.secondFactor';
  if (status === 429) return 'yourData.tooMany';
  if (isOutcomeUnknown(status)) return 'yourData.deleteUnknown';
  return 'yourData.deleteFailed';
}
