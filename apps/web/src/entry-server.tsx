import { LANGUAGE_TAGS, LANGUAGES, type Language, textDirection } from '@dragoman/domain/languages';
import { dehydrate, QueryClient } from '@tanstack/react-query';
import i18next, { type i18n } from 'i18next';
import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { StaticRouter, useRoutes } from 'react-router';
import { RootLayout } from '@/app/layout/root-layout.tsx';
import { type PageRoute, routeObjects } from '@/app/pages/lazy-page.tsx';
import { Providers } from '@/app/providers/providers.tsx';
import { BoothPage } from '@/features/join/components/booth-page.tsx';
import { JoinPage } from '@/features/join/components/join-page.tsx';
import { LandingPage } from '@/features/landing/components/landing-page.tsx';
import type { BoothInvite, ChatInvite } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import type { Backend } from '@/shared/api/supabase.ts';
import type { AppConfig } from '@/shared/config/config.ts';
import ar from '@/shared/i18n/ar.json';
import arStart from '@/shared/i18n/ar.start.json';
import en from '@/shared/i18n/en.json';
import enStart from '@/shared/i18n/en.start.json';
import { hanSpacing } from '@/shared/i18n/han-spacing.ts';
import { textOptions } from '@/shared/i18n/text-options.ts';
import zh from '@/shared/i18n/zh.json';
import zhStart from '@/shared/i18n/zh.start.json';
import { pageTitle } from '@/shared/page/page-title.ts';
import { Button } from '@/shared/ui/button.tsx';

/** The texts of the start and of /join, and those of the other pages. */
const TEXTS: Record<Language, readonly object[]> = {
  en: [enStart, en],
  zh: [zhStart, zh],
  ar: [arStart, ar],
};

const texts = new Map(LANGUAGES.map((language) => [language, textsIn(language)]));

function textsIn(language: Language): i18n {
  const instance = i18next.createInstance();
  void instance.use(hanSpacing).init({ ...textOptions, lng: language });
  for (const part of TEXTS[language]) instance.addResourceBundle(language, 'translation', part, true);
  return instance;
}

/**
 * The public pages of `app/router.tsx`, in the same layout; imported directly, as nothing on the
 * server loads in parts.
 */
const routes: PageRoute[] = [
  {
    Component: RootLayout,
    children: [
      { index: true, Component: LandingPage },
      { path: 'join/:sessionId', Component: JoinPage },
      { path: 'b/:code', Component: BoothPage },
    ],
  },
];
const objects = routeObjects(routes);

export interface PageRequest {
  /** Path and query of the page: `/`, `/join/:sessionId` or `/b/:code`. */
  url: string;
  /** The settings that the page's script reads from `GET /config.json`. */
  config: AppConfig;
  language: Language;
  /** The data that the page queries from the database as a signed-out visitor. */
  data?: { invite: ChatInvite } | { booth: BoothInvite & { code: string } };
}

export interface RenderedPage {
  /** The content of `#root`, which `entry-client.tsx` hydrates. */
  markup: string;
  /** TanStack Query's dehydrated state; undefined for a page without data. */
  queries?: object;
  /** The name of the browser's tab, not escaped; undefined keeps the brand's name. */
  title?: string;
}

/**
 * Renders a public page as the client first renders it for a signed-out visitor (docs/adr/0059).
 * @returns markup in which everything is escaped, and the data that the client starts with
 */
export function renderPage({ url, config, language, data }: PageRequest): RenderedPage {
  const instance = texts.get(language) as i18n;
  const queryClient = new QueryClient();
  if (data && 'invite' in data) {
    const { invite } = data;
    queryClient.setQueryData(queryKeys.invite(invite.id, undefined), { ...invite, visitorId: null });
  } else if (data) {
    const { code, ...booth } = data.booth;
    queryClient.setQueryData(queryKeys.booth(code, undefined), booth);
  }
  const markup = renderToString(
    <StrictMode>
      <I18nextProvider i18n={instance}>
        {/* No query runs on the server, so there is no client. */}
        <Providers queryClient={queryClient} backend={{ config } as Backend}>
          <StaticRouter location={url}>
            <Pages />
          </StaticRouter>
        </Providers>
      </I18nextProvider>
    </StrictMode>,
  );
  if (!data) return { markup };
  const title = pageTitle(instance.t('join.title'), config.brand.name);
  return { markup, queries: dehydrate(queryClient), title };
}

function Pages() {
  return useRoutes(objects);
}

/**
 * What a script of `index.html` shows when the app cannot be loaded, or takes very long: buttons
 * that load the page again and copy its link, and what they are for in all languages, because the
 * page may be in one that its reader does not know.
 */
export function renderLoadAgain(language: Language): string {
  const { t } = texts.get(language) as i18n;
  const others = LANGUAGES.filter((other) => other !== language);
  return renderToStaticMarkup(
    <div
      id="load-again"
      hidden
      role="alert"
      className="safe-x safe-bottom fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-4 gap-y-3 border-line border-t bg-surface pt-4 text-center shadow-soft"
    >
      <p>{t('loadAgain.text')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button>{t('errors.reload')}</Button>
        <Button variant="secondary">{t('inApp.copy')}</Button>
      </div>
      <div className="basis-full text-ink-soft text-sm">
        {others.map((other) => (
          <p key={other} lang={LANGUAGE_TAGS[other]} dir={textDirection(other)}>
            {texts.get(other)?.t('loadAgain.text')}
          </p>
        ))}
      </div>
    </div>,
  );
}

/**
 * A description of the product: the page's description for search engines and previews of links.
 * Not escaped.
 */
export function pageDescription(language: Language): string {
  return (texts.get(language) as i18n).t('landing.lead');
}
