import { type ComponentType, useEffect, useState } from 'react';
import { afterLoad } from '@/shared/async/after-load.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { loadPageTexts } from '@/shared/i18n/i18n.ts';
import type { GuestFormProps } from './guest-form.tsx';
import { JoinLoading } from './join-loading.tsx';

/** The form with its texts: neither is part of what a stranger waits for. */
async function loadGuestForm(): Promise<ComponentType<GuestFormProps>> {
  const [{ GuestForm }] = await Promise.all([import('./guest-form.tsx'), loadPageTexts()]);
  return GuestForm;
}

/**
 * The guest's form, loaded in the background while the offer is being read, so that it opens at
 * once.
 * @param open whether it was requested
 */
export function GuestEntrance({ open, ...props }: GuestFormProps & { open: boolean }) {
  const [early, setEarly] = useState<ComponentType<GuestFormProps> | null>(null);
  useEffect(() => {
    void afterLoad()
      .then(loadGuestForm)
      .then(
        (form) => setEarly(() => form),
        // Asked for again when it is wanted, and said then.
        () => {},
      );
  }, []);
  const late = useLazyComponent(open && !early, loadGuestForm, () => props.onStage({ at: 'outside' }));
  const Form = early ?? late;
  if (!open) return null;
  return Form ? <Form {...props} /> : <JoinLoading />;
}
