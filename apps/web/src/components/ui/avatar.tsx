import { Avatar as RadixAvatar } from 'radix-ui';
import { cn } from '../../lib/cn.ts';
import { initials } from '../../lib/initials.ts';

interface AvatarProps {
  name: string | null | undefined;
  url?: string | null | undefined;
  className?: string;
}

/** A person's picture, or the initials until it comes. Decoration: the name always stands beside it. */
export function Avatar({ name, url, className }: AvatarProps) {
  return (
    <RadixAvatar.Root
      aria-hidden="true"
      className={cn(
        'inline-grid size-11 shrink-0 select-none place-items-center overflow-hidden rounded-full bg-primary-tint font-semibold text-primary text-sm',
        className,
      )}
    >
      {url && <RadixAvatar.Image src={url} alt="" className="size-full object-cover" />}
      <RadixAvatar.Fallback delayMs={url ? 300 : 0}>{initials(name)}</RadixAvatar.Fallback>
    </RadixAvatar.Root>
  );
}
