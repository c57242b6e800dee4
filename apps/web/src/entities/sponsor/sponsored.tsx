import { PRICING_PATH } from '@dragoman/domain/routes';
import { ChevronRight, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { SponsorSlot } from './sponsor-slot.tsx';

/**
 * The 'Sponsored' column beside a page's content (specification 1.5, 2.10): labelled, and never
 * moving its neighbours.
 */
export function SponsoredPanel({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <SponsoredColumn className={cn('w-60', className)}>
      <PremiumPrompt
        title={t('dashboard.upgradeTitle')}
        text={t('dashboard.upgradeText')}
        button={t('dashboard.upgrade')}
      />
      <SponsorSlot />
      <SponsorSlot extra />
    </SponsoredColumn>
  );
}

interface SponsoredColumnProps {
  /** The column's label for screen readers, where a page has two of them. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** The frame of a column of sponsored places, with the word that says what they are. */
export function SponsoredColumn({ label, className, children }: SponsoredColumnProps) {
  const { t } = useTranslation();
  return (
    <aside
      aria-label={label ?? t('dashboard.sponsored')}
      className={cn('flex shrink-0 flex-col gap-3', className)}
    >
      <p className="text-ink-soft text-xs">{t('dashboard.sponsored')}</p>
      {children}
    </aside>
  );
}

/** The invitation to upgrade; its button leads to the pricing page. */
export function PremiumPrompt({ title, text, button }: { title: string; text: string; button: string }) {
  return (
    <div className="rounded-card border bg-surface p-4">
      <Sparkles aria-hidden="true" className="size-5 text-warning" />
      <p className="mt-2 font-semibold">{title}</p>
      <p className="mt-1 text-ink-soft text-sm">{text}</p>
      <Button asChild variant="secondary" className="mt-3 w-full">
        <Link to={PRICING_PATH}>{button}</Link>
      </Button>
    </div>
  );
}

/** The strip of Sponsored places on a phone, under the content. */
export function SponsoredStrip({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <aside aria-label={t('dashboard.sponsored')} className={cn('grid grid-cols-1 gap-2', className)}>
      <p className="text-ink-soft text-xs">{t('dashboard.sponsored')}</p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <SponsorSlot layout="row" />
        <Link
          to={PRICING_PATH}
          className="flex min-h-18 items-center gap-3.5 rounded-card border bg-surface p-3 font-semibold text-sm transition-colors duration-150 hover:bg-sunken"
        >
          <span className="grid size-12 shrink-0 place-items-center rounded-control bg-accent-tint max-xs:hidden">
            <Sparkles aria-hidden="true" className="size-5 text-warning" />
          </span>
          <span className="min-w-0 flex-1">{t('dashboard.upgradeTitle')}</span>
          <ChevronRight aria-hidden="true" className="flip-rtl size-5 shrink-0 text-ink-soft" />
        </Link>
      </div>
    </aside>
  );
}
