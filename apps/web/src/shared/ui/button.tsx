import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { Slot } from './slot.ts';
import { Spinner } from './status/spinner.tsx';

const buttonStyles = cva(
  'inline-flex max-w-full shrink-0 select-none items-center justify-center gap-2 rounded-control text-center font-semibold transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-on-primary hover:bg-primary-hover',
        /** The one thing to do next; at most one on a screen. */
        accent: 'bg-accent text-on-accent hover:bg-accent-hover',
        secondary: 'border border-line-strong/60 bg-surface text-ink hover:bg-sunken',
        ghost: 'text-ink hover:bg-sunken',
        danger: 'bg-danger text-on-danger hover:bg-danger-hover',
        link: 'text-primary underline decoration-primary/40 underline-offset-4 hover:decoration-primary',
      },
      size: {
        md: 'min-h-11 px-4 py-2 text-sm',
        lg: 'min-h-13 px-6 py-3 text-base',
        icon: 'size-(--target) text-sm',
        inline: 'min-h-11 px-1 text-sm',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyles> {
  /** Puts the look on the single child, a link say. Not with `busy`. */
  asChild?: boolean;
  /** The action runs: the button is disabled and turns a small wheel. */
  busy?: boolean;
}

/** A button, at least 44 px high. Inside a form it submits only with `type="submit"`. */
export function Button({
  variant,
  size,
  asChild,
  busy,
  className,
  children,
  disabled,
  ...props
}: ButtonProps) {
  const classes = cn(buttonStyles({ variant, size }), className);
  if (asChild) {
    return (
      <Slot className={classes} {...props}>
        {children}
      </Slot>
    );
  }
  return (
    <button type="button" className={classes} disabled={disabled || busy} aria-busy={busy} {...props}>
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  );
}
