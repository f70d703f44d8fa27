import NavBase
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

/// The kind of one page of a container.
enum PageKind {
  case rows
  /// Another container of the session.
  case container(ContainerID)
  /// Rows that show the selected entry of a list beside it.
  case preview(of: ContainerID)

  var container: ContainerID? {
    if case .container(let id) = self { id } else { nil }
  }
}

/// The pages of a container, in their order.
enum PageIDs {
  /// A number of pages whose ids follow one another.
  case run(from: ContainerID, count: Int)
  case listed(StackPages)

  var count: Int {
    switch self {
    case .run(_, let count): count
    case .listed(let pages): pages.count
    }
  }

  /// Returns the page at an index, from 0; nil if there is none.
  func id(at index: Int) -> ContainerID? {
    guard index >= 0, index < count else { return nil }
    return switch self {
    case .run(let first, _): ContainerID(rawValue: first.rawValue + UInt32(index))
    case .listed(let pages): pages[index].id
    }
  }

  /// Returns the index of a page; nil if it can't be navigated to (any more).
  func index(of page: ContainerID) -> Int? {
    switch self {
    case .run(let first, let count):
      guard page >= first else { return nil }
      let index = Int(page.rawValue - first.rawValue)
      return index < count ? index : nil
    case .listed(let pages): return pages.index(of: page)
    }
  }
}

/// A page that is visible in a viewport, and how its content is laid out.
struct VisiblePage {
  var page: ContainerID
  /// The size available to a container in it.
  var size: CellSize
  /// The room for its rows.
  var layout: PageLayoutContext
}

extension VisiblePage {
  /// Creates a page that has an available size to itself.
  init(_ page: ContainerID, size: CellSize) {
    self.init(page: page, size: size, layout: PageLayoutContext(room: size))
  }
}
