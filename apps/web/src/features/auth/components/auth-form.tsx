import type { FormEvent, ReactNode } from 'react';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';

interface AuthFormProps {
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** The error, in a red box; it replaces the two below. */
  error?: string | undefined;
  /** Shown once the form has done its work. */
  success?: ReactNode;
  /** A notice shown before any input. */
  notice?: ReactNode;
  onSubmit: () => void;
  children: ReactNode;
}

/**
 * The common part of the forms on the login page: one message at a time, the fields, one button.
 */
export function AuthForm(props: AuthFormProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!props.busy) props.onSubmit();
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {props.error ? <Alert tone="danger">{props.error}</Alert> : (props.success ?? props.notice)}
      {props.children}
      <Button type="submit" size="lg" busy={props.busy}>
        {props.busy ? props.busyLabel : props.submitLabel}
      </Button>
    </form>
  );
}
