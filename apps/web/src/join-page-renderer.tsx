import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import { joinPath } from '@dragoman/domain/routes';
import i18next, { type i18n } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { StaticRouter } from 'react-router';
import { JoinCard } from './features/join/components/join-card.tsx';
import { JoinLoading } from './features/join/components/join-loading.tsx';
import { textOptions } from './i18n/text-options.ts';
import type { Brand } from './lib/config.ts';
import type { SessionInvite } from './lib/database-types.ts';
import { type Backend, BackendContext } from './lib/supabase.ts';

const texts = new Map(LANGUAGES.map((language) => [language, textsIn(language)]));

function textsIn(language: Language): i18n {
  const instance = i18next.createInstance();
  void instance.init({ ...textOptions, lng: language });
  return instance;
}

export interface JoinPageProps {
  /** Where the browser reaches the API; avatars are loaded from there. */
  supabaseUrl: string;
  brand: Brand;
  invite: SessionInvite;
  /** The visitor's. */
  language: Language;
}

/**
 * The join page as the app itself first shows it, for the server to put into `#root` (docs/adr/0016). It comes out of the
 * app's own components, so that nothing moves when the app takes its place.
 */
export function renderJoinPage({ supabaseUrl, brand, invite, language }: JoinPageProps): string {
  // Nothing on the card asks the backend.
  const backend: Pick<Backend, 'config'> = { config: { supabaseUrl, supabaseKey: '', brand, speech: false } };
  return renderToStaticMarkup(
    <I18nextProvider i18n={texts.get(language) as i18n}>
      <StaticRouter location={joinPath(invite.id)}>
        <BackendContext value={backend as Backend}>
          <JoinCard vendor={invite.vendor}>
            <JoinLoading />
          </JoinCard>
        </BackendContext>
      </StaticRouter>
    </I18nextProvider>,
  );
}
