import NavBase

extension TextBlock {
  /// Makes code blocks that replace one another step by step; nil if there are none.
  ///
  /// Parses within `ReadingBudget.parsing`.
  ///
  /// - Parameters:
  ///   - markdown: the text inside the outer fence; anything but code blocks is ignored.
  ///   - title: the title of blocks without their own.
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
