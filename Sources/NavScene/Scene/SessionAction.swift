package import NavBase

/// An action that a viewer requests of a session.
package enum SessionAction: Hashable, Sendable {
  case command(SessionCommand)
  /// Keys, as if they were typed one after the other; keys without a meaning are skipped.
  case keys([Key])
  /// A press and release on a container, and the part of it that was hit; `SceneTap` defines the meaning of the row.
  case tap(ContainerID, row: Int?)
  /// A press and release on a link to another page (see `TextStyle.page`), and the address of the link.
  case follow(ContainerID, link: String)
  case release(PanEnd)
  /// Goes to a target in the innermost focused stack.
  case visit(Visit)
  /// Carries out steps of a recording; one that is not possible here is skipped.
  case replay([RecordedStep])

  /// Creates the action of a press and release; nil for one that a viewer handles alone.
  package init?(_ tap: SceneTap) {
    switch tap {
    case .on(let container, let row): self = .tap(container, row: row)
    case .turn(.after): self = .command(.forward)
    case .turn(.before): self = .command(.back)
    case .page(let page): self = .command(.goTo(page + 1))
    case .follow(let page, let link): self = .follow(page, link: link)
    case .leave: return nil
    }
  }

  /// Whether it names containers of a scene, so that it is invalid after a restart of the daemon, in another epoch.
  package var namesContainers: Bool {
    switch self {
    case .tap, .follow, .release: true
    case .command, .keys, .visit, .replay: false
    }
  }

  /// Whether its effect depends on the sizes in which others see the session: it may scroll a page by a screen, or wrap
  /// long lines.
  package var regardsFollowers: Bool {
    switch self {
    case .command(let command): command == .screenDown || command == .toggleWrap
    case .keys: true
    case .tap, .follow, .release, .visit, .replay: false
    }
  }
}
