package import NavGeometry

/// What a session shows, its first page wrapped already for the terminals that watch.
///
/// Wrapping a long text takes a while, so whoever reads the content does it, and not the poll loop.
package struct PreparedContent: Sendable {
  package let content: SessionContent
  /// By pages as a session numbers them that begins with the content.
  let texts: TextCache

  /// - Parameters:
  ///   - content: what the session shows; `check()` has to be content with it.
  ///   - viewports: the sizes that watch.
  package init(_ content: SessionContent, viewports: Set<CellSize>) {
    self.content = content
    var session = Session(content)
    for viewport in viewports { _ = session.view(in: viewport, at: .zero) }
    texts = session.texts
  }
}
