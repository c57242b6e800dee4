// The package ships no types. Only what picture.ts uses is declared.
declare module 'heic-decode' {
  interface HeicImage {
    width: number;
    height: number;
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
  }
  export function all(input: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>;
}
