/// The navigation state of a session, in terms of its content: without viewports and container ids, and with every
/// motion at its end (Sources/README.md, decision 2).
///
/// This state survives the end of a process; the content is read again. Containers in their initial state are left out.
package struct NavigationState: Hashable, Sendable {
  /// The state of each container and page, by its path.
  package var nodes: [Path: Node]
  /// The search text; empty if no search is active.
  package var search: String
  /// Whether lines that are longer than a row are wrapped.
  package var wrapsLines: Bool
  /// Whether lines of files are numbered.
  package var numbers: Numbers
  /// Whether the pages are hidden.
  package var isBlank: Bool
  /// The theme that was chosen; nil for the one that the content asks for.
  package var theme: BuiltInTheme?

  /// The index of the page in each container, from the outermost container inwards, from 0; empty for the outermost
  /// container itself.
  package typealias Path = [Int]

  /// The first index of the paths in documents whose texts are shown instead: the index of the side tab, 0 without side
  /// tabs, and the path in the content with the document follow.
  package static let documents = Int(Int32.max)

  package enum Node: Hashable, Sendable {
    case rows(Rows)
    case pager(Pager)
    case stack(Stack)
    case tabs(Tabs)
    case split(Split)

    /// The state of a stack; nil for that of anything else.
    var stack: Stack? { if case .stack(let stack) = self { stack } else { nil } }

    /// The index of the active page of a pager; nil for anything else.
    package var current: Int? { if case .pager(let pager) = self { pager.current } else { nil } }
  }

  /// Numbered as in `state.proto`.
  package enum Numbers: UInt8, Hashable, Sendable, CaseIterable {
    /// Line numbers for code, none for other files.
    case automatic = 0
    case on = 1
    case off = 2

    /// - Parameter isOn: the choice of a user; nil if none was made.
    package init(_ isOn: Bool?) {
      self = isOn.map { $0 ? .on : .off } ?? .automatic
    }

    /// The choice of a user; nil if none was made.
    package var isOn: Bool? { self == .automatic ? nil : self == .on }
  }

  package init(
    nodes: [Path: Node] = [:],
    search: String = "",
    wrapsLines: Bool = false,
    numbers: Numbers = .automatic,
    isBlank: Bool = false,
    theme: BuiltInTheme? = nil
  ) {
    self.nodes = nodes
    self.search = search
    self.wrapsLines = wrapsLines
    self.numbers = numbers
    self.isBlank = isBlank
    self.theme = theme
  }
}

extension NavigationState {
  /// The navigation state of a page of rows: a list or a text.
  package struct Rows: Hashable, Sendable {
    /// The selected entry of a list; nil if no entry is selected, and for a text.
    package var selection: Entry?
    package var anchor: ScrollAnchor
    /// The key of the list entry in the anchor's row; in a text, the beginning of the line there.
    package var anchorKey: [UInt8]?
    /// The filter of a list; empty if it is not filtered.
    package var filter: String

    /// A list entry: its index, and the key that finds it again after the list has changed.
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
}

/// The scroll position of a page, independent of its width: the row that contains `position` is shown at the fraction
/// `ratio` of the visible rows, where 0 is the top and 1 the bottom (Sources/README.md, decision 2).
///
/// In a slide, each viewport scrolls from there so that the content that a step reveals or emphasises is visible,
/// unless somebody has scrolled during that step.
package struct ScrollAnchor: Hashable, Sendable {
  package var position: TextPosition
  package var ratio: Double
  /// The step of a slide during which the page was scrolled; nil if the step reveals and emphasises nothing.
  package var step: Int?

  package init(position: TextPosition, ratio: Double, step: Int? = nil) {
    precondition((0...1).contains(ratio), "cannot anchor outside the visible rows")
    self.position = position
    self.ratio = ratio
    self.step = step
  }

  package static let top = ScrollAnchor(position: .start, ratio: 0)

  /// Returns the anchor that shows the last row of a block at the bottom, whatever the number of rows of the block.
  package static func end(ofBlock block: Int) -> ScrollAnchor {
    ScrollAnchor(position: TextPosition(block: block, grapheme: .max), ratio: 1)
  }
}

/// The edge at which a page is aligned with the viewport (NC-10).
package enum StackPosition: UInt8, CaseIterable, Hashable, Sendable {
  case left = 1
  case right = 2
}
