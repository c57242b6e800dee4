/** The picture over the initials. */
export const AVATAR_PICTURE = 'absolute inset-0 size-full object-cover';
