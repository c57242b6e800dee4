import { Avatar as RadixAvatar } from 'radix-ui';
import { use } from 'react';
import { avatarSource } from '../../lib/avatar-url.ts';
import { cn } from '../../lib/cn.ts';
import { initials } from '../../lib/initials.ts';
import { BackendContext } from '../../lib/supabase.ts';

interface AvatarProps {
  name: string | null | undefined;
  url?: string | null | undefined;
  className?: string;
}

/** A person's picture, or the initials until it comes. Decoration: the name always stands beside it. */
export function Avatar({ name, url, className }: AvatarProps) {
  const source = avatarSource(url, use(BackendContext)?.config.supabaseUrl);
  return (
    <RadixAvatar.Root
      aria-hidden="true"
      className={cn(
        'inline-grid size-11 shrink-0 select-none place-items-center overflow-hidden rounded-full bg-primary-tint font-semibold text-primary text-sm',
        className,
      )}
    >
      {source && <RadixAvatar.Image src={source} alt="" className="size-full object-cover" />}
      <RadixAvatar.Fallback delayMs={source ? 300 : 0}>{initials(name)}</RadixAvatar.Fallback>
    </RadixAvatar.Root>
  );
}
