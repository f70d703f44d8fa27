import NavCommands
import NavScene
import NavWire

extension Request.Input.Action {
  /// Creates the input for a tap; nil for one that the viewer handles itself.
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
