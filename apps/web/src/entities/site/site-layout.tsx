import { CONTACT_PATH, PRICING_PATH } from '@dragoman/domain/routes';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBackend } from '@/shared/api/supabase.ts';
import { TopBar } from './top-bar.tsx';

/** The frame of the public pages: bar, content, footer. */
export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <main id="content" className="flex-1">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

function SiteFooter() {
  const { t } = useTranslation();
  const { brand } = useBackend().config;
  return (
    <footer className="safe-x safe-bottom border-t pt-6 text-ink-soft text-sm">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>{t('footer.copyright', { year: brand.copyrightYear, company: brand.company ?? brand.name })}</p>
        <nav aria-label={t('nav.company')} className="flex gap-4">
          <Link to={PRICING_PATH} className="inline-flex min-h-11 items-center hover:text-ink">
            {t('nav.pricing')}
          </Link>
          <Link to={CONTACT_PATH} className="inline-flex min-h-11 items-center hover:text-ink">
            {t('nav.contact')}
          </Link>
        </nav>
        <p>{t('footer.poweredBy', { credit: brand.footerCredit })}</p>
      </div>
    </footer>
  );
}
