package import NavBase

/// The content of a session, with its first page wrapped in advance for the viewports that show it.
///
/// Wrapping a long text takes long, so the thread that reads the content does it instead of the poll loop.
package struct PreparedContent: Sendable {
  package let content: SessionContent
  /// The wrapped texts, by the page numbers of a session that begins with the content.
  let texts: TextCache

  /// - Parameters:
  ///   - content: the content, which must be valid (`check()`).
  ///   - viewports: the viewports of live streams.
  package init(_ content: SessionContent, viewports: Set<CellSize>) {
    self.content = content
    var session = Session(content)
    for viewport in viewports { _ = session.view(in: viewport, at: .zero) }
    texts = session.bodies.texts
  }
}
