import { html, raw } from 'hono/html';
import { Marked, type Tokens } from 'marked';
import { supportAddress } from '#lib/addresses.ts';
import { productName } from '#lib/product.ts';
import { guidePages, type Guide } from '#server/reference/guides.ts';

const headingForm = /^(.+?)(?: \{#([\w.-]+)\})?$/;

const idOf = (heading: string): string | undefined => headingForm.exec(heading)?.[2];
const wordsOf = (heading: string): string => headingForm.exec(heading)?.[1] ?? heading;

const isElsewhere = (address: string): boolean => /^https?:/.test(address);

/** Renders this project's Markdown without escaping HTML. Lists have an explicit role, because the style sheet removes their markers. */
const renderer = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const id = idOf(text);
      const words = this.parser.parseInline(tokens).replace(/ \{#[\w.-]+\}$/, '');
      return `<h${depth}${id === undefined ? '' : ` id="${id}"`}>${words}</h${depth}>\n`;
    },
    list({ ordered, items }) {
      const tag = ordered ? 'ol' : 'ul';
      return `<${tag} role="list">\n${items.map((item) => this.listitem(item)).join('')}</${tag}>\n`;
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return isElsewhere(href)
        ? `<a href="${href}" target="_blank" rel="noreferrer">${words} (opens in new tab)</a>`
        : `<a href="${href}">${words}</a>`;
    },
  },
});

const headings = (markdown: string): readonly { readonly id: string; readonly words: string }[] =>
  renderer
    .lexer(markdown)
    .filter((token): token is Tokens.Heading => token.type === 'heading' && token['depth'] === 2)
    .flatMap(({ text }) => {
      const id = idOf(text);
      return id === undefined ? [] : [{ id, words: wordsOf(text) }];
    });

const contentsOf = (markdown: string) => {
  const headingTexts = headings(markdown);
  if (headingTexts.length === 0) return '';
  return html`<nav aria-labelledby="contents">
    <h2 id="contents">On this page</h2>
    <ul role="list">
      ${headingTexts.map(({ id, words }) => html`<li><a href="#${id}">${words}</a></li>`)}
    </ul>
  </nav>`;
};

const moreOf = (guide: Guide) =>
  html`<nav aria-labelledby="more">
    <h2 id="more">More pages</h2>
    <ul role="list">
      <li><a href="/docs">API reference</a></li>
      ${guidePages.filter(({ slug }) => slug !== guide.slug).map(({ slug, title }) => html`<li><a href="/docs/${slug}">${title}</a></li>`)}
      <li><a href="/docs/${guide.slug}.md">This page as Markdown</a></li>
    </ul>
  </nav>`;

export function guidePage(guide: Guide) {
  const start = guide.markdown.search(/^## /m);
  const [intro, rest] = start === -1 ? [guide.markdown, ''] : [guide.markdown.slice(0, start), guide.markdown.slice(start)];
  const rendered = (markdown: string) => raw(renderer.parse(markdown, { async: false }));
  return html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${guide.title} - ${productName}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/assets/reference.css" />
        <link rel="alternate" type="text/markdown" href="/docs/${guide.slug}.md" />
      </head>
      <body class="guide">
        <a class="skip" href="#content">Skip to content</a>
        <main id="content" tabindex="-1">${rendered(intro)}${contentsOf(guide.markdown)}${rendered(rest)}${moreOf(guide)}</main>
        <footer class="foot"><a href="${supportAddress}">Contact support</a></footer>
      </body>
    </html>`;
}
