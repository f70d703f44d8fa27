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

  func index(of page: ContainerID) -> Int? {
    guard page >= first else { return nil }
    let index = Int(page.rawValue - first.rawValue)
    return index < slots.count ? index : nil
  }
}

/// A container with a page for each of its parts.
protocol PartsNode: ContainerNode {
  var parts: PartPages { get set }
}

extension PartsNode {
  var pageCount: Int { parts.slots.count }

  func pageID(_ index: Int) -> ContainerID { parts.id(of: index) }

  func page(at index: Int) -> ContainerID? {
    parts.slots.indices.contains(index) ? pageID(index) : nil
  }

  func index(of page: ContainerID) -> Int? { parts.index(of: page) }
  func slot(of page: ContainerID) -> PageSlot? { index(of: page).map { parts.slots[$0] } }
  func title(of page: ContainerID) -> String { index(of: page).map { parts.titles[$0] } ?? "" }

  mutating func set(_ rows: ScrollablePage, of page: ContainerID) {
    if let index = index(of: page) { parts.slots[index] = .rows(rows) }
  }

  var keptPages: [(page: ContainerID, slot: PageSlot)] {
    parts.slots.enumerated().map { (pageID($0.offset), $0.element) }
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
