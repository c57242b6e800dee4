import postcss, { type Declaration, type Plugin } from 'postcss';

/** Heights of the part of the screen that the browser's bars leave free: Chrome 108. */
const DYNAMIC_HEIGHT = /(\d)(?:dvh|svh)\b/g;

/** In their order; what is weightier costs more of the style sheet. */
const LAYERS = 'base, properties, components, utilities, theme';

/** Properties of their own for what `transform` does: Chrome 104. */
const TRANSFORMS: Record<string, string> = { translate: 'translate', scale: 'scale', rotate: 'rotate' };

/**
 * Adds the nearest equivalent to declarations that the oldest browsers do not know. Newer browsers
 * see none of it: a later declaration, or `@supports`, takes precedence there.
 */
export function cssFallbacks(): Plugin {
  return {
    postcssPlugin: 'css-fallbacks',
    Once(root) {
      // First of the layers, so that they alone keep their weight when the layers are resolved: the
      // styles that libraries bring have none of our layers, and must win over the reset.
      root.walkAtRules('layer', ({ nodes, params }) => {
        if (nodes && params === 'utilities')
          root.prepend(postcss.atRule({ name: 'layer', params: LAYERS, source: root.source }));
      });
      root.walkDecls((declaration) => {
        const { prop, value } = declaration;
        const heights = value.replace(DYNAMIC_HEIGHT, '$1vh');
        // With a variable in it, a value that the browser does not know counts until it is
        // computed, and then as none at all.
        if (heights !== value && !value.includes('var(')) declaration.cloneBefore({ value: heights });
        else if (heights !== value) addWithout(declaration, '(height: 1dvh)', { prop, value: heights });
        const transform = TRANSFORMS[prop];
        if (transform && value !== 'none' && !isInKeyframes(declaration)) {
          const numbers = postcss.list.space(value).join(', ');
          addWithout(declaration, '(translate: none)', {
            prop: 'transform',
            value: `${transform}(${numbers})`,
          });
        }
      });
    },
  };
}

/** Repeats the rule of a declaration with another one, for browsers without a feature. */
function addWithout(
  declaration: Declaration,
  feature: string,
  replacement: { prop: string; value: string },
): void {
  const rule = declaration.parent;
  if (rule?.type !== 'rule') return;
  // Vite asks every node which file it is from.
  const { important, source } = declaration;
  const repeated = rule.clone({ nodes: [postcss.decl({ ...replacement, important, source })] });
  rule.after(postcss.atRule({ name: 'supports', params: `not ${feature}`, nodes: [repeated], source }));
}

function isInKeyframes(declaration: Declaration): boolean {
  const around = declaration.parent?.parent;
  return around?.type === 'atrule' && /keyframes$/.test((around as { name: string }).name);
}
