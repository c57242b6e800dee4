import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '@/entities/profile/language-switch.tsx';
import { BrandLink } from '@/entities/site/top-bar.tsx';
import { PageHeading } from '@/shared/layout/page-heading.tsx';

interface LoginLayoutProps {
  /** The greeting where it is left out. */
  title?: string;
  subtitle: string;
  children: ReactNode;
}

/** The login page around its views: one column, one thing to do. */
export function LoginLayout({ title, subtitle, children }: LoginLayoutProps) {
  const { t } = useTranslation();
  return (
    <div className="safe-x safe-bottom flex min-h-dvh flex-col pt-[env(safe-area-inset-top)]">
      <header className="flex min-h-16 items-center justify-between gap-3">
        <BrandLink />
        <LanguageSwitch variant="header" className="-me-2.5" />
      </header>
      <main id="content" className="mx-auto w-full max-w-sm flex-1 pt-6 sm:pt-16">
        <PageHeading title={title ?? t('auth.title')} text={subtitle} />
        {children}
      </main>
    </div>
  );
}
