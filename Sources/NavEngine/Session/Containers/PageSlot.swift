import NavScene

/// The content of one page of a container.
enum PageSlot: Hashable, Sendable {
  case rows(ScrollablePage)
  /// Another container of the session.
  case container(ContainerID)

  var rows: ScrollablePage? {
    if case .rows(let rows) = self { rows } else { nil }
  }

  var container: ContainerID? {
    if case .container(let id) = self { id } else { nil }
  }
}
