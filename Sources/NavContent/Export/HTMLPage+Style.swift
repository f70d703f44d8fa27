extension HTMLPage {
  /// The style sheet of every file: light, or dark if the reader prefers that, and light in print.
  static let style = """
    :root { --ink: #1c1c1c; --paper: #fdfdfd; --edge: #d0d0d0; --block: #f2f2f2; --quiet: #6a6a6a;
      --link: #005faf; --key: #8700af; --string: #00693e; --number: #9a4a00; --kind: #00677f;
      --bad: #b00020; --mark: #fff0b8; color-scheme: light dark; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --ink: #e4e4e4; --paper: #16181d; --edge: #3c4048; --block: #22252c; --quiet: #9a9a9a;
        --link: #7cc4ff; --key: #d7a6ff; --string: #8fd694; --number: #ffb86c; --kind: #7fd7e0;
        --bad: #ff8a8a; --mark: #3a3a1e; }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1rem; max-width: 60rem; color: var(--ink);
      background: var(--paper); font: 1.1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    section { margin: 1.5rem 0; padding: 1.5rem 2rem; border: 1px solid var(--edge);
      border-radius: .5rem; background: var(--paper); }
    h1, h2, h3, h4, h5, h6 { line-height: 1.2; margin: .2em 0 .6em; break-after: avoid; }
    pre { padding: .8rem 1rem; overflow-x: auto; background: var(--block); border-radius: .3rem;
      tab-size: 8; line-height: 1.35; }
    code, kbd { font-family: ui-monospace, monospace; font-size: .92em; }
    :not(pre) > code { padding: .1em .3em; background: var(--block); border-radius: .2em; }
    kbd { padding: 0 .3em; border: 1px solid var(--edge); border-radius: .2em; }
    .line { display: block; min-height: 1.35em; }
    .line[data-number]::before { content: attr(data-number); white-space: pre;
      padding-right: 1.2em; color: var(--quiet); }
    .focused .line:not(.focus) { opacity: .55; }
    .focus { margin: 0 -1rem; padding: 0 1rem; background: var(--mark);
      box-shadow: inset .25rem 0 var(--link); }
    blockquote { margin: 1em 0; padding-left: 1rem; border-left: .25rem solid var(--edge); }
    .alert { border-left-width: .4rem; }
    .alert > p:first-child { font-weight: bold; }
    .alert.note { border-color: var(--link); }
    .alert.tip { border-color: var(--string); }
    .alert.important { border-color: var(--key); }
    .alert.warning { border-color: var(--number); }
    .alert.caution { border-color: var(--bad); }
    table { border-collapse: collapse; }
    th, td { padding: .25rem .8rem; border-bottom: 1px solid var(--edge); text-align: left; }
    .center { text-align: center; }
    .right { text-align: right; }
    img { max-width: 100%; max-height: 30rem; vertical-align: middle; }
    a { color: var(--link); }
    pre a { text-decoration: none; }
    pre a:hover { text-decoration: underline; }
    .columns { display: flex; flex-wrap: wrap; gap: 0 2rem; }
    .columns > div { min-width: min(14rem, 100%); }
    .task, .definitions { list-style: none; }
    pre.bare { background: none; }
    details { margin-top: 1rem; color: var(--quiet); }
    header, footer { font-size: .8rem; color: var(--quiet); }
    header { margin-bottom: 1rem; }
    footer { margin-top: 1rem; text-align: right; }
    footer a { color: inherit; text-decoration: none; }
    .parts { display: grid; grid-template-columns: 1fr auto 1fr; gap: 1rem; text-align: center; }
    .parts :first-child { text-align: left; }
    .parts :last-child { text-align: right; }
    .comment, .muted, .ansi-0 { color: var(--quiet); }
    .keyword, .meta, .hunk, .ansi-5 { color: var(--key); }
    .string, .added, .ansi-2 { color: var(--string); }
    .number, .ansi-3 { color: var(--number); }
    .type, .name, .ansi-6 { color: var(--kind); }
    .ansi-4 { color: var(--link); }
    .error, .removed, .ansi-1 { color: var(--bad); }
    .dim { opacity: .6; }
    .inverse { color: var(--paper); background: var(--ink); }
    @media print {
      body { max-width: none; padding: 0; }
      section { margin: 0; padding: 0; border: 0; }
      pre, blockquote, table, img { break-inside: avoid; }
      pre { white-space: pre-wrap; border: 1px solid var(--edge); }
      .focus { box-shadow: inset .25rem 0 var(--ink); }
      section + section { break-before: page; }
      .bar, details:not([open]) { display: none; }
    }
    """
}
