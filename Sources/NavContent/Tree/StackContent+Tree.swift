import NavBase

extension StackContent {
  /// Creates the stack of a directory; each page is read when it is opened.
  init(tree path: String, order: TreeOrder) throws(ContentError) {
    self.init(
      root: .page(PageContent(try openTree(path: path, order: order))),
      path: Array(path.utf8),
      source: .files(order)
    )
  }
}
