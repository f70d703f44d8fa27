import NavBase
import NavViewer

/// A scheduled action of a person at a terminal.
struct Hand {
  let viewer: Int
  let deed: Deed

  enum Deed: Hashable {
    case event(InputEvent)
    case resize(CellSize)
    case leave
    /// The viewer's process is killed.
    case vanish

    static func mouse(
      _ action: MouseEvent.Action,
      _ button: MouseEvent.Button?,
      at point: CellPoint
    ) -> Deed {
      .event(.mouse(MouseEvent(action, button: button, column: point.x, row: point.y)))
    }
  }
}

/// The target of a click.
enum Aim: Hashable, CaseIterable, Sendable {
  case tab, dots, option, row, edge, border, anything
}
