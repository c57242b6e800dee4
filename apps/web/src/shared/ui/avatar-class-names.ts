/** The picture over the initials. */
export const AVATAR_PICTURE_CLASS_NAME = 'absolute inset-0 size-full object-cover';
