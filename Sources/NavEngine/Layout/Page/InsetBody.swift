package import NavBase

/// The rows of a page inside its insets.
package struct InsetBody: ForwardingBody {
  package let base: any PageBody
  package let frame: CellSize
  package let insets: ContentInsets

  /// - Parameters:
  ///   - base: the rows, laid out for the size inside the insets.
  ///   - insets: the insets, already limited to the frame.
  ///   - frame: the page's size.
  package init(_ base: any PageBody, insets: ContentInsets, frame: CellSize) {
    self.base = base
    self.insets = insets
    self.frame = frame
  }

  package var content: CellRect { base.content.offset(x: insets.left, y: 0) }

  package var saysPlace: Bool { false }
}
