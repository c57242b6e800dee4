import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BoothCodeSummary } from '@/shared/api/database-types.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { colorsOf } from '../model/code-colors.ts';

/** A booth code in the list: its purpose, its state, and its results. */
export function BoothCodeRow({ code, onOpen }: { code: BoothCodeSummary; onOpen: () => void }) {
  const { t } = useTranslation();
  const { dark, light } = colorsOf(code.style);
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex h-full min-h-20 w-full items-center gap-4 rounded-card border border-line bg-surface p-4 text-start transition-colors duration-150 hover:border-primary"
      >
        <span
          aria-hidden="true"
          // Large letters need its place.
          className="grid size-11 shrink-0 grid-cols-2 max-xs:hidden gap-1 rounded-control border border-line p-2"
          style={{ backgroundColor: light }}
        >
          {['a', 'b', 'c', 'd'].map((square, i) => (
            <span
              key={square}
              className="rounded-sm"
              style={{ backgroundColor: i === 3 ? 'transparent' : dark }}
            />
          ))}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="wrap-anywhere font-semibold">{code.label}</bdi>
            <Badge>{t(`boothCodes.kinds.${code.kind}`)}</Badge>
            {code.paused_at ? (
              <Badge tone="accent">{t('boothCodes.paused')}</Badge>
            ) : (
              <Badge tone="success">{t('boothCodes.active')}</Badge>
            )}
          </span>
          <span className="mt-1 block text-ink-soft text-sm tabular-nums">
            {t('boothCodes.scans', { count: code.scans })} · {t('boothCodes.joins', { count: code.joins })}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft rtl:-scale-x-100" />
      </button>
    </li>
  );
}
