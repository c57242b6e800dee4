import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { Button } from '@/shared/ui/button.tsx';
import { TextField } from '@/shared/ui/form/field.tsx';
import { PasswordField } from '@/shared/ui/form/password-field.tsx';
import { Dialog, DialogContent, DialogTrigger } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { type CredentialField, refusalOf } from './refusal.ts';

export interface CredentialInput {
  name: CredentialField;
  label: string;
  hint?: string;
  /** The hint for password managers. */
  autoComplete: 'username' | 'current-password' | 'new-password' | 'one-time-code' | 'off';
}

interface CredentialFormProps {
  inputs: readonly CredentialInput[];
  submit: string;
  danger?: boolean;
  /** Between the fields and the button. */
  children?: ReactNode;
  /** @throws what the server refused, which is said at its field */
  onSubmit: (values: Record<CredentialField, string>) => Promise<void>;
}

const EMPTY = { secret: '', name: '', current: '', password: '', code: '' };

/** Names, passwords and codes of administrators; the input stays after a refusal. */
export function CredentialForm({ inputs, submit, danger, children, onSubmit }: CredentialFormProps) {
  const { t } = useTranslation();
  const [values, setValues] = useState<Record<CredentialField, string>>(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<CredentialField | 'form', string>>>({});
  const [busy, setBusy] = useState(false);

  const send = useSingleRun(async () => {
    const missing = inputs.filter(({ name }) => values[name].trim() === '');
    setErrors(Object.fromEntries(missing.map(({ name }) => [name, t('organiser.signIn.missing')])));
    if (missing.length > 0) return;
    setBusy(true);
    try {
      await onSubmit(values);
    } catch (failure) {
      const { field, text, count } = refusalOf(failure);
      const isShown = inputs.some(({ name }) => name === field);
      setErrors({ [isShown && field ? field : 'form']: t(text, { count: count ?? 0 }) });
    } finally {
      setBusy(false);
    }
  });

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {errors.form && <Alert tone="danger">{errors.form}</Alert>}
      {inputs.map(({ name, label, hint, autoComplete }) => {
        const shared = {
          name,
          label,
          hint,
          autoComplete,
          error: errors[name],
          value: values[name],
          onChange: (event: { target: { value: string } }) =>
            setValues({ ...values, [name]: event.target.value }),
        };
        if (name === 'name') return <TextField key={name} {...shared} dir="auto" maxLength={60} />;
        if (name === 'code') {
          return <TextField key={name} {...shared} dir="ltr" inputMode="numeric" maxLength={10} />;
        }
        return <PasswordField key={name} {...shared} />;
      })}
      {children}
      <Button type="submit" size="lg" variant={danger ? 'danger' : 'primary'} busy={busy}>
        {submit}
      </Button>
    </form>
  );
}

interface CredentialDialogProps {
  /** The button that opens it. */
  trigger: ReactNode;
  title: string;
  text: string;
  inputs: readonly CredentialInput[];
  submit: string;
  danger?: boolean;
  /** @throws what the server refused; the dialog stays open then */
  onSubmit: (values: Record<CredentialField, string>) => Promise<void>;
}

/** A form about an administrator in a dialog, which closes when it was done. */
export function CredentialDialog({ trigger, title, text, onSubmit, ...form }: CredentialDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={title} description={text}>
        <CredentialForm
          {...form}
          onSubmit={async (values) => {
            await onSubmit(values);
            setOpen(false);
          }}
        />
      </DialogContent>
    </Dialog>
  );
}
