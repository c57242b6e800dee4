import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandLink } from '@/entities/site/top-bar.tsx';
import type { Party } from '@/shared/api/database-types.ts';
import { useArrivalFocus } from '@/shared/hooks/use-arrival-focus.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';

interface JoinCardProps {
  /** Null until the invitation is loaded. */
  vendor: Party | null;
  /** The subject of the booth code: a product, a hall. */
  label?: string | null;
  /** Leaves room for a form: whose card it is, and no more. */
  brief?: boolean;
  /** Controls at the end of the header. */
  tools: ReactNode;
  /** The one thing to do. */
  children: ReactNode;
}

/** The vendor's card, as on the booth, above one big button. */
export function JoinCard({ vendor, label, brief = false, tools, children }: JoinCardProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useArrivalFocus(heading);
  const name = vendor?.name || t('join.unknownVendor');
  return (
    <div className="safe-x safe-bottom flex min-h-dvh flex-col pt-[env(safe-area-inset-top)]">
      <header className="flex min-h-16 items-center justify-between gap-3">
        <BrandLink />
        {tools}
      </header>
      <main
        id="content"
        className={cn(
          'mx-auto grid w-full max-w-sm flex-1 grid-cols-[minmax(0,1fr)] content-center text-center',
          brief ? 'gap-5 py-4' : 'gap-8 py-8',
        )}
      >
        <h1 ref={heading} tabIndex={-1} className="font-semibold text-ink-soft text-base">
          {t('join.title')}
        </h1>
        {vendor ? (
          <div className="wrap-anywhere flex flex-col items-center gap-1">
            <Avatar
              name={vendor.name}
              url={vendor.avatar_url}
              className={brief ? 'mb-2 size-18 text-lg' : 'mb-4 size-28 text-xl'}
            />
            <p dir="auto" className="font-semibold text-xl">
              {name}
            </p>
            {vendor.company && (
              <p dir="auto" className="text-ink-soft text-lg">
                {vendor.company}
              </p>
            )}
            {label && (
              <p
                dir="auto"
                className="wrap-anywhere mt-2 rounded-card bg-sunken px-3 py-1 font-semibold text-sm"
              >
                {label}
              </p>
            )}
            {!brief && (
              <>
                <p className="mt-4 text-balance">
                  {vendor.company
                    ? t('join.textCompany', { name, company: vendor.company })
                    : t('join.text', { name })}
                </p>
                <p className="text-balance text-ink-soft text-sm">{t('join.explain')}</p>
              </>
            )}
          </div>
        ) : (
          <div className="flex flex-col items-center gap-3">
            <Skeleton className="mb-2 size-28 rounded-full" />
            <Skeleton className="h-8 w-48" />
            <Skeleton className="h-6 w-36" />
            <Skeleton className="mt-3 h-5 w-64" />
          </div>
        )}
        {/* As high as its tallest content, so that the card does not move. */}
        <div className="grid min-h-48 content-start gap-4">{children}</div>
      </main>
    </div>
  );
}
