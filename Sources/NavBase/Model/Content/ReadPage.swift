/// A page that was read for a stack.
package struct ReadPage: Hashable, Sendable {
  package var content: SessionContent
  /// The position in its text where it opens; nil for the beginning.
  package var start: TextPosition?

  package init(_ content: SessionContent, start: TextPosition? = nil) {
    self.content = content
    self.start = start
  }
}
