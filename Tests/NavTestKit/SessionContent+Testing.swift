package import NavBase
import NavEngine

extension SessionContent {
  /// A pager of pages side by side.
  package static func deck(_ pages: [PageContent]) -> SessionContent {
    .pager(title: "deck", pages: pages.map { .page($0) })
  }

  /// A stack with one root page.
  package static func tree(_ root: PageContent, path: String) -> SessionContent {
    .stack(StackContent(root: .page(root), path: Array(path.utf8)))
  }
}
