import NavCommands
import NavLayout
import NavWire

extension Scene {
  /// What a press and release on something asks the daemon for; nil where it means nothing.
  func tap(on hit: SceneHit) -> Request.Input.Action? {
    switch tap(hit) {
    case .on(let container, let row): .tap(container, row: row)
    case .turn(.after): .command(.forward)
    case .turn(.before): .command(.back)
    case nil: nil
    }
  }
}
