import type { User } from '@supabase/auth-js';
import { Smartphone, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reachability } from '@/shared/api/reachability.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useUser } from '@/shared/auth/auth-context.ts';
import { type KeptData, keptData } from '@/shared/browser/kept-data.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { usePageVisible } from '@/shared/hooks/use-page-visible.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';

const loadDialog = async () => (await import('./upgrade-guest-dialog.tsx')).UpgradeGuestDialog;

/**
 * One quiet line for guests: their account opens on this device only, and how to change that. In a
 * browser that keeps no data it says, to every user, what a reload would cost.
 */
export function GuestNotice({ className }: { className?: string }) {
  const user = useUser();
  useKeptToast(user);
  const [kept] = useState(keptData);
  if (!user) return null;
  if (user.is_anonymous) return <Note user={user} kept={kept} className={className} />;
  return kept === 'all' ? null : <NotKept kept={kept} className={className} />;
}

const LOSSES = { nothing: 'notKept.session', 'no-unsent-work': 'notKept.unsent' } as const;

function NotKept({ kept, className }: { kept: keyof typeof LOSSES; className: string | undefined }) {
  const { t } = useTranslation();
  return (
    <p className={cn('wrap-anywhere flex items-center gap-2 py-2 text-warning text-xs', className)}>
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      {t(LOSSES[kept])}
    </p>
  );
}

interface NoteProps {
  user: User;
  kept: KeptData;
  className: string | undefined;
}

function Note({ user, kept, className }: NoteProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const KeepAccountDialog = useLazyComponent(open, loadDialog, () => setOpen(false));
  const waiting = user.new_email;
  const lost = kept === 'nothing' && !waiting;
  const Icon = lost ? TriangleAlert : Smartphone;
  useConfirmedElsewhere(waiting !== undefined);
  return (
    <aside
      aria-label={t('guest.noteLabel')}
      className={cn('flex items-center gap-2 text-xs', lost ? 'text-warning' : 'text-ink-soft', className)}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {/* Two lines keep off the edges; one line fits the height of the button. */}
      <p className="wrap-anywhere min-w-0 flex-1 py-2">
        {waiting ? t('guest.waiting', { email: waiting }) : t(lost ? 'notKept.guest' : 'guest.note')}
      </p>
      <Button variant="link" size="inline" className="text-xs" onClick={() => setOpen(true)}>
        {waiting ? t('guest.enterCode') : t('guest.keep')}
      </Button>
      {open && KeepAccountDialog && <KeepAccountDialog user={user} onClose={() => setOpen(false)} />}
    </aside>
  );
}

/**
 * Confirms that a guest has become a full user, in the dialog or by the mail's link in another
 * tab.
 */
function useKeptToast(user: User | null): void {
  const { t } = useTranslation();
  const guest = useRef<string | null>(null);
  const announce = useEffectEvent(() => toast.success(t('common.success'), { description: t('guest.kept') }));
  const { id = null, is_anonymous: isGuest = false } = user ?? {};
  useEffect(() => {
    if (!isGuest && id !== null && guest.current === id) announce();
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
