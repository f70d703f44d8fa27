import NavBase
import NavScene

/// The rows of pages, laid out: a cache of what is expensive, and the settings that all viewers share.
struct PageBodies: Sendable {
  var texts = TextCache()
  private var boards = BoardCache()
  /// Whether lines of files are numbered; nil if that was not chosen.
  var numbers: Bool?
  /// Whether lines that are longer than a row are wrapped.
  var wrapsLines = false

  /// Returns the rows of a page.
  ///
  /// - Parameters:
  ///   - content: the content of the page.
  ///   - page: the page.
  ///   - context: how it is laid out.
  /// - Returns: the rows.
  mutating func body(
    of content: PageContent,
    at page: ContainerID,
    in context: PageLayoutContext
  ) -> any PageBody {
    if let board = content.board {
      let layout = boards.board(board, at: context.boardKey(of: page, content))
      return context.inset(layout, as: content)
    }
    let text = context.textRoom(of: content).map {
      texts.text(
        of: content,
        at: Int(page.rawValue),
        room: $0,
        step: context.step,
        isNumbered: content.lines.areNumbered(by: numbers),
        wraps: wrapsLines
      )
    }
    return context.body(of: content, text: text)
  }
}
