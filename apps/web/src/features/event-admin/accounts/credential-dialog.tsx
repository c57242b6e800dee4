import { type ReactNode, useState } from 'react';
import { Dialog, DialogContent, DialogTrigger } from '@/shared/ui/overlay/dialog.tsx';
import type { CredentialField } from '../model/refusal.ts';
import { CredentialForm, type CredentialInput } from './credential-form.tsx';

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
