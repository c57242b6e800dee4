import { use, useEffect, useState } from 'react';
import { avatarSource } from '../api/avatar-url.ts';
import { reachability } from '../api/reachability.ts';
import { BackendContext } from '../api/supabase.ts';
import { initials } from '../format/initials.ts';
import { cn } from './cn.ts';

interface AvatarProps {
  name: string | null | undefined;
  url?: string | null | undefined;
  className?: string;
}

/**
 * A person's picture over the initials, which remain when it does not load. Decorative: the name is
 * always beside it.
 */
export function Avatar({ name, url, className }: AvatarProps) {
  const source = avatarSource(url, use(BackendContext)?.config.supabaseUrl);
  const [broken, setBroken] = useState<string | null>(null);

  // A picture that failed without a network is loaded again when the network returns.
  useEffect(() => {
    if (broken === null) return;
    return reachability.subscribe(() => {
      if (reachability.get() === 'online') setBroken(null);
    });
  }, [broken]);

  return (
    <span
      aria-hidden="true"
      data-avatar
      className={cn(
        'relative inline-grid size-11 shrink-0 select-none place-items-center overflow-hidden rounded-full bg-primary-tint font-semibold text-primary text-sm',
        className,
      )}
    >
      {initials(name)}
      {source && source !== broken && (
        <img src={source} alt="" className={AVATAR_PICTURE_CLASS_NAME} onError={() => setBroken(source)} />
      )}
    </span>
  );
}

/** The picture over the initials. */
const AVATAR_PICTURE_CLASS_NAME = 'absolute inset-0 size-full object-cover';
