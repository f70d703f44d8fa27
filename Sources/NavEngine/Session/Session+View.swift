import NavBase
import NavScene

/// The form in which a session's content is shown, independent of the place in it.
extension Session {
  /// Changes how content is shown.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - viewport: the viewport of the viewer that requests it.
  /// - Throws: if the change does not apply here; then nothing has changed.
  mutating func show(_ change: ViewCommand, seenIn viewport: CellSize) throws(Rejection) {
    switch change {
    case .numbers(let isOn?): bodies.numbers = isOn
    case .numbers(nil):
      guard let lines = linesInFront, lines != .none else {
        throw Rejection("only the lines of a file have numbers: open one")
      }
      bodies.numbers = !lines.areNumbered(by: bodies.numbers)
    case .preview(let mode): try setPreview(mode, seenIn: viewport)
    }
  }

  /// The kind of lines in the active page; nil if it has no rows.
  private var linesInFront: FileLines? {
    tree.front.last.flatMap { tree[$0]?.rows?.content.lines }
  }
}
