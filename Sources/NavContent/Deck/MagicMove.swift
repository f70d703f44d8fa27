import NavText

extension TextBlock {
  /// Blocks of code, each of which takes the place of the one before it; nil where there are none.
  ///
  /// - Parameters:
  ///   - markdown: what stands in the fence around them; whatever is no code is left out.
  ///   - title: what stands above those that have no title of their own.
  init?(magicMove markdown: String, title: String?) {
    let tree = MarkdownTree(parsing: markdown, hasTables: false)
    let versions = tree.read { root in
      root.children.compactMap { node -> TextCode? in
        guard node.kind == .code else { return nil }
        var code = node.textCode
        code.title = code.title ?? title
        return code
      }
    }
    guard let versions, !versions.isEmpty else { return nil }
    self = .versions(Array(versions.prefix(TextCode.focusLimit)))
  }
}
