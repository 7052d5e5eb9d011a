// What eslint asks of the page to explore.  Names come from imports or from the
// browser, nothing is left over, and nothing is compared by ==.
const browser = ['Blob', 'CustomEvent', 'EventTarget', 'ResizeObserver', 'URL', 'atob', 'clearTimeout',
                 'devicePixelRatio', 'document', 'getComputedStyle', 'innerHeight',
                 'innerWidth', 'URLSearchParams', 'matchMedia', 'performance', 'requestAnimationFrame',
                 'setTimeout', 'window'];

export default [{
  languageOptions: {
    ecmaVersion: 2023,
    sourceType: 'module',
    globals: Object.fromEntries(browser.map(name => [name, 'readonly']))
  },
  rules: Object.fromEntries([
    'constructor-super', 'eqeqeq', 'for-direction', 'getter-return', 'no-class-assign',
    'no-cond-assign', 'no-const-assign', 'no-constant-condition', 'no-dupe-args',
    'no-dupe-class-members', 'no-dupe-else-if', 'no-dupe-keys', 'no-duplicate-case',
    'no-duplicate-imports', 'no-eval', 'no-fallthrough', 'no-func-assign',
    'no-implied-eval', 'no-import-assign', 'no-loss-of-precision', 'no-new-func',
    'no-redeclare', 'no-self-assign', 'no-self-compare', 'no-sparse-arrays',
    'no-this-before-super', 'no-undef', 'no-unreachable', 'no-unsafe-finally',
    'no-unsafe-negation', 'no-useless-escape', 'no-var', 'prefer-const', 'use-isnan',
    'valid-typeof'
  ].map(rule => [rule, 'error']).concat([
    ['no-unused-vars', ['error', { argsIgnorePattern: '^(unused|i)$' }]]
  ]))
}];
