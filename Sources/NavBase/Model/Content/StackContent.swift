/// A stack that begins with one page.
package struct StackContent: Hashable, Sendable {
  package var root: SessionContent
  /// The path of the root, for the source of further pages.
  package var path: [UInt8]
  /// The source of further pages.
  package var source: PageSource
  /// Pages that need not be read, by their paths; any other one has to be read.
  package var pages: [[UInt8]: SessionContent]
  /// The part of the stack that the root takes (NC-1).
  package var rootSize = StackPageSize.full
  /// The parts of the stack that known pages take, by their paths; by default, half for a list, all for anything else.
  package var sizes: [[UInt8]: StackPageSize] = [:]
  /// The length of the talk that its pages are for; nil for none.
  package var duration: Duration?
  /// The theme that its file asks for.
  package var theme = BuiltInTheme.own
  /// How fingers move its pages.
  package var scrolling = ScrollSwitches()
  /// The known pages that open without becoming active (NC-2), by their paths.
  package var pagesBehind: Set<[UInt8]> = []

  package init(
    root: SessionContent,
    path: [UInt8],
    source: PageSource = .files,
    pages: [[UInt8]: SessionContent] = [:]
  ) {
    self.root = root
    self.path = path
    self.source = source
    self.pages = pages
  }
}

extension StackContent: ContainerContent {
  package var title: String {
    get { root.title }
    set { root.title = newValue }
  }

  package var content: SessionContent { .stack(self) }

  /// The root, and the pages that need not be read, in the order of their paths.
  package var contents: [SessionContent] {
    [root] + pages.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  package var front: SessionContent? { root }

  package var memorySize: Int {
    pages.reduce(root.memorySize) { $0 + 96 + $1.key.count + $1.value.memorySize }
  }

  package mutating func updateContents(_ update: (inout SessionContent) -> Void) {
    update(&root)
    pages = pages.mapValues { content in
      var content = content
      update(&content)
      return content
    }
  }

  /// Changes the root.
  package mutating func updateRows(_ update: (inout PageContent) -> Void) {
    root.updateRows(update)
  }
}

/// The part of the viewport that a page of a stack occupies (NC-1).
package enum StackPageSize: String, CaseIterable, Hashable, Sendable {
  case half
  case full

  /// The name in files.
  package var name: String { rawValue }
}

extension NavigationState {
  /// The navigation state of a stack: its pages, from the root upwards.
  package struct Stack: Hashable, Sendable {
    /// The keys of the opened entries, from the root's upwards.
    package var keys: [[UInt8]]
    /// The UTF-8 of the values of those that are only numbered and of those around them (`NamedPlace.text`), empty for
    /// others; empty if there are none.
    package var values: [[UInt8]]
    /// The index of the active page; 0 is the root.
    package var active: Int
    package var position: StackPosition

    package init(
      keys: [[UInt8]],
      values: [[UInt8]] = [],
      active: Int,
      position: StackPosition
    ) {
      self.keys = keys
      self.values = values
      self.active = active
      self.position = position
    }
  }
}
