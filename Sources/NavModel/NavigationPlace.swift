/// Where people are in the content of a session, in terms of that content: without any viewport, without ids of
/// containers, and with every motion at its end (architecture.md, decision 2).
///
/// It is what is kept beyond the end of a process; the content is read again. What nobody has touched is left out.
package struct NavigationPlace: Hashable, Sendable {
  /// What stands in the pages of containers, by the way to it.
  package var nodes: [Path: Node]
  /// What is searched for; empty for nothing.
  package var search: String
  /// Whether lines that are longer than a row are wrapped.
  package var wrapsLines: Bool
  /// Whether the lines of files have numbers.
  package var numbers: Numbers

  /// The page of each container on the way in from the outermost one, from 0; empty for that one itself.
  package typealias Path = [Int]

  package enum Node: Hashable, Sendable {
    case rows(Rows)
    case pager(Pager)
    case stack(Stack)
    case tabs(Tabs)
  }

  package enum Numbers: Hashable, Sendable, CaseIterable {
    /// Code has them, other files have none.
    case automatic
    case on, off

    /// - Parameter isOn: what somebody has said; nil where nobody has.
    package init(_ isOn: Bool?) {
      self = isOn.map { $0 ? .on : .off } ?? .automatic
    }

    /// Nil where nobody has said so.
    package var isOn: Bool? { self == .automatic ? nil : self == .on }
  }

  package init(
    nodes: [Path: Node] = [:],
    search: String = "",
    wrapsLines: Bool = false,
    numbers: Numbers = .automatic
  ) {
    self.nodes = nodes
    self.search = search
    self.wrapsLines = wrapsLines
    self.numbers = numbers
  }
}

extension NavigationPlace {
  /// Where people are in the rows of a page.
  package struct Rows: Hashable, Sendable {
    /// The selected entry of a list; nil where none is, and in a text.
    package var selection: Entry?
    package var anchor: ScrollAnchor
    /// The key of the entry that stands in the anchor's row, in a list.
    package var anchorKey: [UInt8]?
    /// What the entries of a list are filtered by; empty for nothing.
    package var filter: String

    /// An entry of a list as it was: its index, and the key by which it is found among others.
    package struct Entry: Hashable, Sendable {
      package var index: Int
      package var key: [UInt8]

      package init(index: Int, key: [UInt8]) {
        self.index = index
        self.key = key
      }
    }

    package init(
      selection: Entry?,
      anchor: ScrollAnchor,
      anchorKey: [UInt8]? = nil,
      filter: String = ""
    ) {
      self.selection = selection
      self.anchor = anchor
      self.anchorKey = anchorKey
      self.filter = filter
    }
  }

  /// Which page of a pager is active.
  package struct Pager: Hashable, Sendable {
    /// From 0.
    package var current: Int
    /// How far its header was left from where the page would have it, in columns; 0 for not at all.
    package var shift: Double
    /// The step of the active page, from 0.
    package var step: Int

    package init(current: Int, shift: Double = 0, step: Int = 0) {
      self.current = current
      self.shift = shift
      self.step = step
    }
  }

  /// Which pages lie on one another in a stack.
  package struct Stack: Hashable, Sendable {
    /// The keys of the entries that were opened, from the root's upwards.
    package var keys: [[UInt8]]
    /// The index of the active page; 0 is the root's.
    package var active: Int
    package var position: StackPosition

    package init(keys: [[UInt8]], active: Int, position: StackPosition) {
      self.keys = keys
      self.active = active
      self.position = position
    }
  }

  /// Which tab is in front.
  package struct Tabs: Hashable, Sendable {
    /// From 0.
    package var selected: Int
    /// Whether what is attached at the bottom is shown.
    package var isBottomShown: Bool

    package init(selected: Int, isBottomShown: Bool) {
      self.selected = selected
      self.isBottomShown = isBottomShown
    }
  }
}
