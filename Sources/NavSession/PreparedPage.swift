package import NavGeometry
package import NavLayout
import NavText

/// A page that was read for a stack, wrapped already for the sizes that will see it first.
///
/// Wrapping a long text takes a while, so whoever reads the page does it, and not the poll loop.
package struct PreparedPage: Sendable {
  package let content: PageContent
  /// By the columns they are wrapped for.
  let texts: [Int: FlowedText]

  /// Wraps a page; entries are made row by row where they are looked at and need none of it.
  package init(_ content: PageContent, for viewports: Set<CellSize>) {
    self.content = content
    var texts: [Int: FlowedText] = [:]
    if content.list == nil {
      for viewport in viewports {
        let room = StackLayout(viewport: viewport).columns(of: StackSession.size(of: content))
        let columns = PageLayout.readingColumns(of: content, inRoom: room)
        if texts[columns] == nil {
          texts[columns] = FlowedText(content.document, columns: columns)
        }
      }
    }
    self.texts = texts
  }
}
