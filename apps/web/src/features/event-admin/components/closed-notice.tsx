import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '@/shared/ui/card.tsx';

const SHORTEST_SECRET = 16;

/** No secret is configured: the page is closed, and explains how to open it. */
export function ClosedNotice() {
  const { t } = useTranslation();
  return (
    <Card className="mx-auto max-w-lg p-6 sm:p-8">
      <KeyRound aria-hidden="true" className="size-8 text-primary" />
      <h1 className="mt-4 text-xl">{t('organiser.closed.title')}</h1>
      <p className="mt-2 text-pretty text-ink-soft">
        {t('organiser.closed.text', { count: SHORTEST_SECRET })}
      </p>
      <Command>ORGANISER_SECRET=… npm start</Command>
      <p className="text-ink-soft text-sm">{t('organiser.closed.hint')}</p>
    </Card>
  );
}

/** The app runs on a hosted Supabase: its dashboard takes the place of this page. */
export function HostedNotice() {
  const { t } = useTranslation();
  return (
    <Card className="mx-auto max-w-lg p-6 sm:p-8">
      <KeyRound aria-hidden="true" className="size-8 text-primary" />
      <h1 className="mt-4 text-xl">{t('organiser.hosted.title')}</h1>
      <p className="mt-2 text-pretty text-ink-soft">{t('organiser.hosted.text', { service: 'Supabase' })}</p>
    </Card>
  );
}

/** A command for the operator; the same in every language. */
export function Command({ children }: { children: string }) {
  return (
    <pre
      dir="ltr"
      className="my-3 wrap-anywhere whitespace-pre-wrap rounded-control border bg-sunken px-3 py-2.5 font-mono text-sm"
    >
      <code>{children}</code>
    </pre>
  );
}
