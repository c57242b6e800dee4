import type { JoinTarget } from '@dragoman/domain/join-target';
import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import { offersGuests } from '@dragoman/domain/navigation';
import { boothPath, chatPath, HOME_PATH, joinPath } from '@dragoman/domain/routes';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next, { type i18n } from 'i18next';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { StaticRouter } from 'react-router';
import { SkipLink } from '@/app/layout/skip-link.tsx';
import { LanguageSwitch } from '@/entities/profile/language-switch.tsx';
import { WrittenChat } from '@/features/chat/written/written-chat.tsx';
import { JoinCard } from '@/features/join/components/join-card.tsx';
import { JoinLoading } from '@/features/join/components/join-loading.tsx';
import { StrangerWays } from '@/features/join/components/stranger-ways.tsx';
import { LandingPage } from '@/features/landing/components/landing-page.tsx';
import type { BoothInvite, SessionInvite } from '@/shared/api/database-types.ts';
import { type Backend, BackendContext } from '@/shared/api/supabase.ts';
import { type Auth, AuthContext } from '@/shared/auth/auth-context.ts';
import type { AppConfig, Brand } from '@/shared/config/config.ts';
import ar from '@/shared/i18n/ar.json';
import en from '@/shared/i18n/en.json';
import { textOptions } from '@/shared/i18n/text-options.ts';
import zh from '@/shared/i18n/zh.json';
import { pageTitle } from '@/shared/page/page-title.ts';
import { Button } from '@/shared/ui/button.tsx';

/** The texts of all pages but /join, which has its own with the start. */
const PAGE_TEXTS: Record<Language, object> = { en, zh, ar };

const texts = new Map(LANGUAGES.map((language) => [language, textsIn(language)]));

function textsIn(language: Language): i18n {
  const instance = i18next.createInstance();
  // Cloned: what is added goes into the object itself.
  void instance.init({ ...textOptions, resources: structuredClone(textOptions.resources), lng: language });
  instance.addResourceBundle(language, 'translation', PAGE_TEXTS[language], true);
  return instance;
}

/** What every page of the server knows. */
export interface PageProps {
  /** Where the browser reaches the API; avatars are loaded from there. */
  supabaseUrl: string;
  brand: Brand;
  /** The reader's. */
  language: Language;
}

/** Props of pages with an entrance for guests. */
interface EntranceProps extends PageProps {
  /** Whether this installation lets people in without an account. */
  guests: boolean;
}

export interface JoinPageProps extends EntranceProps {
  invite: SessionInvite;
}

/**
 * The join page as the app itself first shows it, for the server to put into `#root` (docs/adr/0016). It comes out of the
 * app's own components, so that nothing moves when the app takes its place.
 */
export function renderJoinPage({ invite, guests, ...page }: JoinPageProps): string {
  const { id, vendor, taken } = invite;
  const session = { status: 'found', vendorId: vendor.id, taken, visitorId: null } as const;
  return render(
    page,
    joinPath(id),
    <JoinCard vendor={vendor} tools={<JoinTools />}>
      <Ways target={{ kind: 'session', id }} guests={offersGuests(session, guests)} />
    </JoinCard>,
  );
}

export interface BoothPageProps extends EntranceProps {
  booth: BoothInvite & { code: string };
}

/** The page of a booth code, in the same way. */
export function renderBoothPage({ booth, guests, ...page }: BoothPageProps): string {
  const { code, vendor, label, state } = booth;
  return render(
    page,
    boothPath(code),
    <JoinCard vendor={vendor} label={label} tools={<JoinTools />}>
      {state === 'open' ? <Ways target={{ kind: 'booth', code }} guests={guests} /> : <JoinLoading />}
    </JoinCard>,
  );
}

function JoinTools() {
  return <LanguageSwitch variant="name" className="-me-2.5" />;
}

/** The server does not know who is signed in: one of the two is hidden (shared/styles/index.css). */
function Ways({ target, guests }: { target: JoinTarget; guests: boolean }) {
  return (
    <>
      <div data-for="strangers" className="contents">
        <StrangerWays target={target} isStranger offersGuests={guests} asksGuest={false} onStage={() => {}} />
      </div>
      <div data-for="members" className="contents">
        <JoinLoading />
      </div>
    </>
  );
}

/** The name of the browser's tab on both, as the app gives it. Not escaped. */
export function joinPageTitle({ brand, language }: Pick<PageProps, 'brand' | 'language'>): string {
  const { t } = texts.get(language) as i18n;
  return pageTitle(t('join.title'), brand.name);
}

/**
 * The landing page as the app first shows it to a signed-out visitor; it needs no data from the
 * API.
 */
export function renderLandingPage(page: Omit<PageProps, 'supabaseUrl'>): string {
  return render({ ...page, supabaseUrl: '' }, HOME_PATH, <LandingPage />);
}

export interface ChatPageProps extends Omit<PageProps, 'supabaseUrl'> {
  /** Whether voice messages can be recorded here, and whether there is an assistant. */
  speech: boolean;
  assistant: boolean;
}

/** A chat before anybody is known: the frame, and the parts that a script of the page fills (early-chat.ts). */
export function renderChatPage({ speech, assistant, ...page }: ChatPageProps): string {
  const chat = <WrittenChat language={page.language} speech={speech} />;
  return render({ ...page, supabaseUrl: '' }, chatPath('0'), chat, { speech, assistant });
}

/** What a script of `index.html` shows when the app cannot be loaded, or takes very long: a button that loads the page again. */
export function renderLoadAgain(language: Language): string {
  const { t } = texts.get(language) as i18n;
  return renderToStaticMarkup(
    <div
      id="load-again"
      hidden
      role="alert"
      className="safe-x safe-bottom fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-4 gap-y-3 border-line border-t bg-surface pt-4 text-center shadow-soft"
    >
      <p>{t('loadAgain.text')}</p>
      <Button>{t('errors.reload')}</Button>
    </div>,
  );
}

/** What the product is, in a reader's language: the page's description for search engines and previews of links. Not escaped. */
export function pageDescription(language: Language): string {
  return (texts.get(language) as i18n).t('landing.lead');
}

const STRANGER: Auth = {
  state: { status: 'signed-out', ended: false },
  signOut: async () => {},
  leave: async () => {},
};

function render(
  { supabaseUrl, brand, language }: PageProps,
  path: string,
  page: ReactElement,
  offers: Partial<AppConfig> = {},
): string {
  // Nothing on these pages asks the backend for what a stranger is shown.
  const backend: Pick<Backend, 'config'> = {
    config: {
      supabaseUrl,
      supabaseKey: '',
      brand,
      speech: false,
      assistant: false,
      guests: false,
      passkeys: false,
      retentionDays: 0,
      hosted: false,
      announcement: null,
      ...offers,
    },
  };
  return renderToStaticMarkup(
    <I18nextProvider i18n={texts.get(language) as i18n}>
      <StaticRouter location={path}>
        <QueryClientProvider client={new QueryClient()}>
          <BackendContext value={backend as Backend}>
            <AuthContext value={STRANGER}>
              <SkipLink />
              {page}
            </AuthContext>
          </BackendContext>
        </QueryClientProvider>
      </StaticRouter>
    </I18nextProvider>,
  );
}
