import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackend } from '@/shared/api/supabase.ts';
import type { Sponsor } from '@/shared/config/config.ts';
import { cn } from '@/shared/ui/cn.ts';

// Each place takes the sponsor after the last place's, from anywhere in the list at first: all are
// seen as often.
let turn = Math.floor(Math.random() * 1000);

interface SponsorSlotProps {
  /** `column`: the picture above the words. `row`: beside them. */
  layout?: 'column' | 'row';
  /** A further place: left out rather than empty, or filled twice with the same sponsor. */
  extra?: boolean;
}

/**
 * One advertising place, filled from the brand's sponsors in turn. Without any it says 'Ad Space',
 * or is left out where the brand wants no empty places. Its size is known before its picture comes.
 */
export function SponsorSlot({ layout = 'column', extra = false }: SponsorSlotProps) {
  const { t } = useTranslation();
  const { sponsors, emptyPlaces = true } = useBackend().config.brand;
  const [mine] = useState(() => turn++);
  const sponsor = sponsors[mine % sponsors.length];
  if (extra && sponsors.length < 2) return null;
  if (sponsor) return <SponsorCard sponsor={sponsor} layout={layout} />;
  if (!emptyPlaces) return null;
  return (
    <div
      className={cn(
        'grid place-items-center rounded-card border border-line border-dashed text-ink-soft text-sm',
        layout === 'row' ? 'min-h-18' : 'min-h-40',
      )}
    >
      {t('dashboard.adSpace')}
    </div>
  );
}

function SponsorCard({ sponsor, layout }: { sponsor: Sponsor; layout: 'column' | 'row' }) {
  const { t } = useTranslation();
  const { label, text, link, image } = sponsor;
  const row = layout === 'row';
  const look = cn(
    'overflow-hidden rounded-card border bg-surface',
    row ? 'flex min-h-18 items-center' : 'block',
    link && 'transition-colors duration-150 hover:border-primary',
  );
  const content = (
    <>
      {image && (
        // Sponsors draw their marks for white paper.
        <span className={cn('block shrink-0 bg-white p-2.5', row ? 'h-18 w-28' : 'h-28 border-b')}>
          <img src={image} alt="" decoding="async" className="size-full object-contain" />
        </span>
      )}
      <span className={cn('block min-w-0', row ? 'px-3.5 py-2' : 'px-4 py-3')}>
        <span dir="auto" className="page-aligned line-clamp-2 font-semibold text-sm">
          {label}
        </span>
        {text && (
          <span
            dir="auto"
            className={cn('page-aligned text-ink-soft text-xs', row ? 'line-clamp-2' : 'line-clamp-4')}
          >
            {text}
          </span>
        )}
      </span>
    </>
  );
  if (!link) return <div className={look}>{content}</div>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer sponsored" className={look}>
      {content}
      <span className="sr-only">{t('contactCard.newTab')}</span>
    </a>
  );
}
