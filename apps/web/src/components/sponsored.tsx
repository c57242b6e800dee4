import { PRICING_PATH } from '@dragoman/domain/routes';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cn } from '../lib/cn.ts';
import { Button } from './ui/button.tsx';

/** The 'Sponsored' column beside a page's content (spec section 2): labelled, and never moving what is next to it. */
export function SponsoredPanel({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <aside
      aria-label={t('dashboard.sponsored')}
      className={cn('flex w-60 shrink-0 flex-col gap-3', className)}
    >
      <p className="text-ink-soft text-xs">{t('dashboard.sponsored')}</p>
      <div className="rounded-card border border-line bg-surface p-4">
        <Sparkles aria-hidden="true" className="size-5 text-warning" />
        <p className="mt-2 font-semibold">{t('dashboard.upgradeTitle')}</p>
        <p className="mt-1 text-ink-soft text-sm">{t('dashboard.upgradeText')}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button asChild variant="secondary">
            <Link to={PRICING_PATH}>{t('dashboard.upgrade')}</Link>
          </Button>
        </div>
      </div>
      <AdSpace className="min-h-40" />
    </aside>
  );
}

/** The strip of Sponsored places on a phone, under the content. */
export function SponsoredStrip({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <aside aria-label={t('dashboard.sponsored')} className={cn('grid gap-2', className)}>
      <p className="text-ink-soft text-xs">{t('dashboard.sponsored')}</p>
      <div className="grid grid-cols-2 gap-3">
        <Link
          to={PRICING_PATH}
          className="flex min-h-16 items-center gap-2 rounded-card border border-line bg-surface p-3 font-semibold text-sm"
        >
          <Sparkles aria-hidden="true" className="size-5 shrink-0 text-warning" />
          {t('dashboard.upgradeTitle')}
        </Link>
        <AdSpace className="min-h-16" />
      </div>
    </aside>
  );
}

/** An empty advertising place. */
export function AdSpace({ className }: { className: string }) {
  const { t } = useTranslation();
  return (
    <div
      className={cn(
        'grid place-items-center rounded-card border border-line border-dashed text-ink-soft text-sm',
        className,
      )}
    >
      {t('dashboard.adSpace')}
    </div>
  );
}
