import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const badgeStyles = cva('inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 font-semibold text-xs', {
  variants: {
    tone: {
      neutral: 'bg-sunken text-ink-soft',
      primary: 'bg-primary-tint text-primary',
      accent: 'bg-accent-tint text-warning',
      success: 'bg-success-tint text-success',
    },
  },
  defaultVariants: { tone: 'neutral' },
});

type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeStyles>;

/** A word or a number beside something; never a control. */
export function Badge({ tone, className, ...props }: BadgeProps) {
  return <span className={cn(badgeStyles({ tone }), className)} {...props} />;
}
