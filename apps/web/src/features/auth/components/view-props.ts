import type { ReactNode } from 'react';
import type { CodePurpose, LoginView } from '../model/login-view.ts';
export interface ViewProps {
  email: string;
  onEmailChange: (email: string) => void;
  /** The path to open afterwards, already made safe; null when nothing was asked for. */
  redirect: string | null;
  codePurpose: CodePurpose;
  /** Shown until the form has a message of its own. */
  notice: ReactNode;
  onChangeView: (view: LoginView, codePurpose?: CodePurpose) => void;
}
