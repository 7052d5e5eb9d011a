// The page's elements: finding them, making them, speaking through them.

export const byId = id => document.getElementById(id);
export const page = document.documentElement;
export const checked = id => document.querySelector(`#${id} :checked`);
export const announce = text => { byId('live').textContent = text; };

// Texts become text, never markup.
export const element = (name, ...inner) => {
  const node = document.createElement(name);
  node.append(...inner);
  return node;
};

export const xmlns = 'http://www.w3.org/2000/svg';
export function shape(name, attributes, text) {
  const node = document.createElementNS(xmlns, name);
  for (const [key, value] of Object.entries(attributes))
    node.setAttribute(key, value);
  node.textContent = text || '';
  return node;
}
