// The package ships no types. Only what data-dir-lock.ts uses is declared.
declare module 'fs-native-extensions' {
  /**
   * Takes an exclusive lock of the operating system on a byte range of an open file, without waiting.
   * @returns false when another open file holds it
   */
  export function tryLock(fd: number, offset?: number, length?: number): boolean;
}
