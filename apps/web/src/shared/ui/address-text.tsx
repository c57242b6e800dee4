import { Fragment } from 'react';
import { addressParts } from '../format/address-parts.ts';
import { cn } from './cn.ts';

/**
 * An address of mail or of the web: from left to right on every page, and where it is longer than
 * its place it breaks where its parts meet. The text is the address, so that it is copied and read
 * as such.
 */
export function AddressText({ children, className }: { children: string; className?: string }) {
  return (
    <bdi dir="ltr" className={cn('wrap-anywhere page-aligned', className)}>
      {addressParts(children).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, always all of them
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
