export const place = (id) => document.getElementById(id);

export function element(tag, properties = {}, ...children) {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
}

export function say(text, refused = false) {
  place('message').className = refused ? 'refused' : 'done';
  place('message').textContent = text;
}
