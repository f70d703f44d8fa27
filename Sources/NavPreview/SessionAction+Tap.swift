import NavCommands
import NavLayout
import NavSession

extension SessionAction {
  /// What a press and release asks for.
  init(_ tap: SceneTap) {
    self =
      switch tap {
      case .on(let container, let row): .tap(container, row: row)
      case .turn(.after): .command(.forward)
      case .turn(.before): .command(.back)
      }
  }
}
