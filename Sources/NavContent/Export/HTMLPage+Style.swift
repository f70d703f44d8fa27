extension HTMLPage {
  /// Light, and dark where the reader prefers it.
  static let style = """
    :root { --ink: #1c1c1c; --paper: #fdfdfd; --edge: #d0d0d0; --block: #f2f2f2; --quiet: #6a6a6a;
      --link: #005faf; --key: #8700af; --string: #00693e; --number: #9a4a00; --kind: #00677f;
      --bad: #b00020; color-scheme: light dark; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e4e4e4; --paper: #16181d; --edge: #3c4048; --block: #22252c; --quiet: #9a9a9a;
        --link: #7cc4ff; --key: #d7a6ff; --string: #8fd694; --number: #ffb86c; --kind: #7fd7e0;
        --bad: #ff8a8a; }
    }
    body { margin: 0 auto; padding: 1rem; max-width: 60rem; color: var(--ink);
      background: var(--paper); font: 1.1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    section { margin: 1.5rem 0; padding: 1.5rem 2rem; border: 1px solid var(--edge);
      border-radius: .5rem; break-inside: avoid; }
    h1, h2, h3, h4, h5, h6 { line-height: 1.2; margin: .2em 0 .6em; }
    pre { padding: .8rem 1rem; overflow-x: auto; background: var(--block); border-radius: .3rem;
      tab-size: 8; line-height: 1.35; }
    code { font-family: ui-monospace, monospace; font-size: .92em; }
    blockquote { margin: 1em 0; padding-left: 1rem; border-left: .25rem solid var(--edge); }
    table { border-collapse: collapse; }
    th, td { padding: .25rem .8rem; border-bottom: 1px solid var(--edge); }
    a { color: var(--link); }
    .columns { display: grid; gap: 2rem; }
    .task { list-style: none; }
    details { margin-top: 1rem; color: var(--quiet); }
    footer { display: flex; gap: 1rem; justify-content: space-between; margin-top: 1rem;
      font-size: .8rem; color: var(--quiet); }
    header { margin-bottom: 1rem; font-size: .8rem; color: var(--quiet); }
    footer a { margin-left: auto; color: inherit; text-decoration: none; }
    .comment, .muted { color: var(--quiet); }
    .keyword, .meta, .hunk { color: var(--key); }
    .string, .added { color: var(--string); }
    .number { color: var(--number); }
    .type, .name { color: var(--kind); }
    .error, .removed { color: var(--bad); }
    """
}
