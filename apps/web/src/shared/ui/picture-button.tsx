import { type ComponentProps, useRef } from 'react';
import { withPictureType } from '../browser/pictures.ts';
import { Button } from './button.tsx';

interface PictureButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** The camera that a phone opens; without it, people choose among their pictures as well. */
  capture?: 'environment' | 'user';
  /** Gets the first file, which need not be a picture: a file dialog can be talked into others. */
  onPicture: (file: File) => void;
}

/** A button that asks for one picture. */
export function PictureButton({ capture, onPicture, ...button }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture={capture}
        // The button is what people see, tab to and hear of.
        className="hidden"
        aria-hidden="true"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Allows the user to choose the same picture again.
          target.value = '';
          if (file) onPicture(withPictureType(file));
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}
