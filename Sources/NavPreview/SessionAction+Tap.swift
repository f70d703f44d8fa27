import NavCommands
import NavScene
import NavSession

extension SessionAction {
  /// Creates the action of a press and release; nil for one that a viewer handles alone.
  init?(_ tap: SceneTap) {
    switch tap {
    case .on(let container, let row): self = .tap(container, row: row)
    case .turn(.after): self = .command(.forward)
    case .turn(.before): self = .command(.back)
    case .page(let page): self = .command(.goTo(page + 1))
    case .follow(let page, let link): self = .follow(page, link: link)
    case .leave: return nil
    }
  }
}
