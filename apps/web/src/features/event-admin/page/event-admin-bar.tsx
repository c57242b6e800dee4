import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '@/entities/profile/language-switch.tsx';
import { BrandLink } from '@/entities/site/top-bar.tsx';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { signOut } from '../api/session.ts';

/** The bar of the administrators' page. Its sign-in is independent of the user's. */
export function EventAdminBar({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      await signOut(queryClient);
    } catch {
      toast.error(t('common.error'), { description: t('organiser.signIn.failed') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <header className="safe-x border-b pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center justify-between gap-3 max-xs:flex-wrap max-xs:py-2">
        <BrandLink short="narrow" />
        <div className="flex items-center gap-1 max-xs:flex-wrap xs:shrink-0 sm:gap-2">
          <LanguageSwitch />
          {isOpen && (
            <Button variant="secondary" busy={busy} onClick={() => void leave()}>
              <LogOut aria-hidden="true" className="flip-rtl size-4.5 max-sm:hidden" />
              {t('organiser.signOut')}
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}
