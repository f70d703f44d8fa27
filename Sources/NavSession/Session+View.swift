import NavCommands
import NavGeometry
import NavLayout
import NavScene
import NavText

/// How a session's content is shown, wherever people are in it.
extension Session {
  /// Changes how content is shown.
  ///
  /// - Parameters:
  ///   - change: what.
  ///   - viewport: the size of who asks.
  /// - Throws: where there is nothing that it would change; nothing has changed then.
  mutating func show(_ change: ViewCommand, seenIn viewport: CellSize) throws(Rejection) {
    switch change {
    case .numbers(let isOn?): numbers = isOn
    case .numbers(nil):
      guard let lines = linesInFront, lines != .none else {
        throw Rejection("only the lines of a file have numbers: open one")
      }
      numbers = !lines.areNumbered(by: numbers)
    case .preview(let mode): try setPreview(mode, seenIn: viewport)
    }
  }

  /// What the lines of the page in front are; nil where no rows are in front.
  private var linesInFront: FileLines? {
    tree.front.last.flatMap { tree.slot(of: $0)?.rows?.content.lines }
  }
}
