import type { AppContext } from '../context.ts';
import type { EngineBoard } from '../engines/engine-board.ts';

/** What the routes of this folder work with. */
export interface OrganiserDeps
  extends Pick<
    AppContext,
    'config' | 'db' | 'log' | 'settings' | 'brand' | 'brandPictures' | 'masterKey' | 'securityLog' | 'models'
  > {
  engines: EngineBoard;
}
