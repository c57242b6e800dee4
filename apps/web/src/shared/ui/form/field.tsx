import { type ComponentProps, type ReactNode, useId } from 'react';
import { Input } from './input.tsx';

/** The attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
  'aria-required': boolean | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** Shown under the control until there is an error. */
  hint?: ReactNode;
  error?: string | undefined;
  /** Shows an asterisk after the label. */
  required?: boolean | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A label, a control and its error beside it. */
export function Field({ label, hint, error, required, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
        {required && (
          <span aria-hidden="true" className="ms-0.5 text-danger">
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': error || hint ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error ? (
        <p id={noteId} role="alert" className="text-danger text-sm">
          {error}
        </p>
      ) : (
        hint && (
          <p id={noteId} className="text-ink-soft text-xs">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'required'> & Omit<FieldProps, 'children'>;

/** A labelled text input; spread react-hook-form's `register(...)` into it. */
export function TextField({ label, hint, error, required, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => <Input {...input} {...control} />}
    </Field>
  );
}
