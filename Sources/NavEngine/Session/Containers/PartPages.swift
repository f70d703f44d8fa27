import NavBase
import NavScene

/// The pages of a container whose parts are set once; their ids follow one another.
struct PartPages: Sendable {
  /// The id of the first part's page.
  private let first: ContainerID
  /// The content of each part.
  fileprivate(set) var slots: [PageSlot]
  let titles: [String]

  init(_ parts: [SessionContent], of container: ContainerID, in tree: inout ContainerTree) {
    let first = tree.takeIDs(parts.count)
    self.first = first
    slots = parts.enumerated().map { index, part in
      let page = ContainerID(rawValue: first.rawValue + UInt32(index))
      return tree.insert(part, in: ContainerTree.Page(container: container, page: page))
    }
    titles = parts.map(\.title)
  }

  func id(of index: Int) -> ContainerID {
    ContainerID(rawValue: first.rawValue + UInt32(index))
  }

  var ids: PageIDs { .run(from: first, count: slots.count) }
}

/// A container with a page for each of its parts.
protocol PartsNode: ContainerNode {
  var parts: PartPages { get set }
}

extension PartsNode {
  var pageIDs: PageIDs { parts.ids }

  subscript(page: ContainerID) -> PageSlot? {
    get { pageIDs.index(of: page).map { parts.slots[$0] } }
    set {
      if let newValue, let index = pageIDs.index(of: page) { parts.slots[index] = newValue }
    }
  }

  func kind(of page: ContainerID) -> PageKind? {
    pageIDs.index(of: page).map { index in
      switch parts.slots[index] {
      case .rows: .rows
      case .container(let id): .container(id)
      }
    }
  }

  func title(of page: ContainerID) -> String {
    pageIDs.index(of: page).map { parts.titles[$0] } ?? ""
  }

  var keptPages: [(page: ContainerID, slot: PageSlot)] {
    parts.slots.enumerated().map { (parts.id(of: $0.offset), $0.element) }
  }

  /// Returns the pages that a reload keeps, by their indices before and after it.
  func pages(
    keptFrom before: Self,
    by alignment: SequenceAlignment
  ) -> [(before: Int, now: Int)] {
    before.parts.slots.indices.compactMap { index in
      alignment.index(of: index).map { (before: index, now: $0) }
    }
  }
}
