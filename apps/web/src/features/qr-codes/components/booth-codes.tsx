import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Card } from '@/shared/ui/card.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { useBoothCodes } from '../api/booth-codes.ts';
import { BoothCodeRow } from './booth-code-row.tsx';

// Drawing, reading and printing come when a code is opened.
const loadDialog = async () => (await import('./booth-code-dialog.tsx')).BoothCodeDialog;

/**
 * The vendor's booth codes: stable links that open a session of its own for each visitor
 * (docs/adr/0025).
 */
export function BoothCodes({ profileId, vendor }: { profileId: string; vendor: Profile }) {
  const { t } = useTranslation();
  const query = useBoothCodes(profileId, vendor.id);
  /** Its id; 'new' while one is being made. */
  const [opened, setOpened] = useState<string | null>(null);
  const BoothCodeDialog = useLazyComponent(opened !== null, loadDialog, () => setOpened(null));
  const code = query.data?.find(({ id }) => id === opened) ?? null;
  return (
    <section aria-labelledby="booth-codes" className="mt-12 border-line border-t pt-8">
      <header className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div className="max-w-prose">
          <h2 id="booth-codes" className="text-lg">
            {t('boothCodes.title')}
          </h2>
          <p className="mt-1 text-pretty text-ink-soft">{t('boothCodes.text')}</p>
        </div>
        <Button variant="secondary" onClick={() => setOpened('new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          {t('boothCodes.new')}
        </Button>
      </header>
      <QueryView
        query={query}
        loadingText={t('common.loading')}
        skeleton={<Skeleton className="h-20 w-full rounded-card" />}
        isEmpty={(codes) => codes.length === 0}
        empty={
          <Card className="border-dashed p-6 text-center text-ink-soft text-sm">{t('boothCodes.empty')}</Card>
        }
      >
        {(codes) => (
          <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
            {codes.map((row) => (
              <BoothCodeRow key={row.id} code={row} onOpen={() => setOpened(row.id)} />
            ))}
          </ul>
        )}
      </QueryView>
      {opened !== null && BoothCodeDialog && (opened === 'new' || code) && (
        <BoothCodeDialog
          // The dialog of a new code stays as it is once that is made.
          code={code}
          profileId={profileId}
          vendor={vendor}
          onMade={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
