package import NavGeometry
import NavText

/// Names a container within a stream: above 0, and stable as long as the thing it shows is the same.
package struct ContainerID: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static func < (a: ContainerID, b: ContainerID) -> Bool { a.rawValue < b.rawValue }
}

/// What a container is.
///
/// Raw values travel on the wire.
package enum ContainerKind: UInt8, CaseIterable, Hashable, Sendable {
  /// A strip of pages of which the viewport shows one at rest.
  case pager = 1
  /// A page of text rows.
  case page = 2
  /// The dots below a pager.
  case pageControl = 3
  /// Pages that lie on one another; covered ones stay in view as edges.
  case stack = 4
}

/// Which meaning keys have while a container is focused.
///
/// Raw values travel on the wire.
package enum FocusKind: UInt8, CaseIterable, Hashable, Sendable {
  case none = 0
  case pager = 1
  /// A page of a stack whose rows are entries.
  case list = 2
  /// A page of a stack that is read.
  case text = 3
}

/// What every scene of a session says of it.
package struct SessionFacts: Hashable, Sendable {
  package var name: String
  package var viewers: Int

  package init(name: String, viewers: Int) {
    self.name = name
    self.viewers = viewers
  }
}

/// One rectangle of a scene: where it stands, what it shows.
package struct Container: Hashable, Sendable {
  package let id: ContainerID
  package var kind: ContainerKind
  /// The container whose content this one is part of; nil for the outermost.
  ///
  /// A parent's id is smaller.
  package var parent: ContainerID?
  /// In cells of the parent's content: on screen, minus the parent's `scroll`.
  package var frame: CellRect
  /// Among the children of one parent, higher ones cover lower ones; equal ones by id.
  package var z: Int = 0
  package var isHidden = false
  /// How dark the container is covered, from 0 (not at all) to 255.
  package var overlay: Int = 0
  /// The place of the content that stands at the container's origin.
  package var scroll: CellPoint = .zero
  /// Where row 0 of a page begins within its frame, and how many columns and rows the text has in all.
  package var content: CellRect = .zero
  package var title = ""
  /// Page control: how many pages there are; page of entries: how many entries.
  package var pageCount = 0
  /// Page control: which page is shown, from 0.
  package var currentPage = 0
  /// Page: the rows at the top of its frame that belong to its title; 0 does not show it.
  package var headerHeight = 0
  /// Page of entries: the row that is selected.
  package var selection: Int?
  package var rows = RowTable()

  package init(id: ContainerID, kind: ContainerKind, parent: ContainerID? = nil, frame: CellRect) {
    self.id = id
    self.kind = kind
    self.parent = parent
    self.frame = frame
  }
}

/// Everything that a viewer of one size needs to paint, and nothing else.
package struct Scene: Hashable, Sendable {
  /// The whole terminal; the last row is left to the viewer's status line when there are at least three.
  package var viewport: CellSize
  package var focus: ContainerID?
  package var focusKind: FocusKind = .none
  /// How many viewers the session has.
  package var viewers = 0
  /// The session's name.
  package var session = ""
  /// Ascending by id; a parent stands before its children.
  package private(set) var containers: [Container] = []

  package init(viewport: CellSize) {
    self.viewport = viewport
  }

  package init(viewport: CellSize, of facts: SessionFacts) {
    self.viewport = viewport
    session = facts.name
    viewers = facts.viewers
  }

  package subscript(id: ContainerID) -> Container? {
    get {
      let index = insertionIndex(of: id)
      return index < containers.count && containers[index].id == id ? containers[index] : nil
    }
    _modify {
      let index = insertionIndex(of: id)
      var slot: Container?
      let existed = index < containers.count && containers[index].id == id
      if existed { slot = containers.remove(at: index) }
      yield &slot
      if let slot {
        precondition(slot.id == id, "cannot file container \(slot.id) under \(id)")
        containers.insert(slot, at: index)
      }
    }
  }

  package mutating func insert(_ container: Container) {
    self[container.id] = container
  }

  private func insertionIndex(of id: ContainerID) -> Int {
    var low = 0
    var high = containers.count
    while low < high {
      let middle = (low + high) / 2
      if containers[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
