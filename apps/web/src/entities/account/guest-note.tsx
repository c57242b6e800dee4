import type { User } from '@supabase/auth-js';
import { Smartphone } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reachability } from '@/shared/api/reachability.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useUser } from '@/shared/auth/auth-context.ts';
import { useOnDemand } from '@/shared/hooks/use-on-demand.ts';
import { usePageVisible } from '@/shared/hooks/use-page-visible.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';

const loadDialog = async () => (await import('./keep-account-dialog.tsx')).KeepAccountDialog;

/**
 * One quiet line for guests: their account opens on this device only, and how to change that.
 * Renders nothing for other users.
 */
export function GuestNote({ className }: { className?: string }) {
  const user = useUser();
  useKeptToast(user);
  return user?.is_anonymous ? <Note user={user} className={className} /> : null;
}

function Note({ user, className }: { user: User; className: string | undefined }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const KeepAccountDialog = useOnDemand(open, loadDialog, () => setOpen(false));
  const waiting = user.new_email;
  useConfirmedElsewhere(waiting !== undefined);
  return (
    <aside
      aria-label={t('guest.noteLabel')}
      className={cn('flex items-center gap-2 text-ink-soft text-xs', className)}
    >
      <Smartphone aria-hidden="true" className="size-4 shrink-0" />
      {/* Two lines keep off the edges; one line fits the height of the button. */}
      <p className="wrap-anywhere min-w-0 flex-1 py-2">
        {waiting ? t('guest.waiting', { email: waiting }) : t('guest.note')}
      </p>
      <Button variant="link" size="inline" className="text-xs" onClick={() => setOpen(true)}>
        {waiting ? t('guest.enterCode') : t('guest.keep')}
      </Button>
      {open && KeepAccountDialog && <KeepAccountDialog user={user} onClose={() => setOpen(false)} />}
    </aside>
  );
}

/** Says that a guest has become a full user, by whichever way: in the dialog, or by the mail's link in another tab. */
function useKeptToast(user: User | null): void {
  const { t } = useTranslation();
  const guest = useRef<string | null>(null);
  const say = useEffectEvent(() => toast.success(t('common.success'), { description: t('guest.kept') }));
  const { id = null, is_anonymous: isGuest = false } = user ?? {};
  useEffect(() => {
    if (!isGuest && id !== null && guest.current === id) say();
    guest.current = isGuest ? id : null;
  }, [id, isGuest]);
}

/**
 * The mail may be opened in another browser, so the account is read again when the user returns
 * here.
 */
function useConfirmedElsewhere(waits: boolean): void {
  const supabase = useSupabase();
  const visible = usePageVisible();
  useEffect(() => {
    if (waits && visible && reachability.get() === 'online') void supabase.auth.refreshSession();
  }, [supabase, waits, visible]);
}
