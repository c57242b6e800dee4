/** One tab of a browser, with what every automation protocol can do. */
export interface Tab {
  goto(url: string): Promise<void>;
  /** @returns the value of an expression in the page, which is awaited and must be JSON */
  evaluate(expression: string): Promise<unknown>;
  click(x: number, y: number): Promise<void>;
  /** Types with the keyboard, into the focused element. */
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Escape'): Promise<void>;
  /** Gives files to the field that a CSS selector finds, shown or not. */
  chooseFiles(selector: string, files: readonly string[]): Promise<void>;
  screenshot(file: string): Promise<void>;
  /** Uncaught errors of its pages since the last call, where the protocol tells them. */
  errors(): string[];
  close(): Promise<void>;
}

export interface TabOptions {
  width: number;
  height: number;
  /** BCP 47, what the browser prefers; engines that cannot be told keep theirs. */
  locale: string;
  isPhone: boolean;
}

/** A running browser. */
export interface RunningBrowser {
  version: string;
  /** Whether it can record: with a microphone that a test can speak into. */
  hasMicrophone: boolean;
  /** Whether a canvas gives a JPEG. Debian's build of WPE writes no format but PNG. */
  writesJpeg: boolean;
  /** Opens a tab with storage of its own, as a new device has. */
  open(options: TabOptions): Promise<Tab>;
  close(): Promise<void>;
}
