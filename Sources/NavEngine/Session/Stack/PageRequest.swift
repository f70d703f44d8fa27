package import NavBase
import NavScene

/// A page that has to be read before an operation can continue.
package struct PageRequest: Hashable, Sendable {
  /// The page's path, made of the keys of the entries that lead to it.
  package private(set) var path: [UInt8]
  /// The source that reads it.
  package let source: PageSource
  /// The paths of the pages below it, from the root.
  package private(set) var ancestors: [[UInt8]]
  /// The label of its entry, for messages.
  package let label: String
  /// The stack that it will be pushed on.
  let stack: ContainerID
  let parent: ContainerID
  private(set) var key: [UInt8]
  /// As in `PageReference`.
  package private(set) var entry: NamedPlace?
  /// The available sizes of that stack for which it is wrapped in advance.
  package var availableSizes: Set<CellSize> = []
  /// Whether lines of files are numbered in the session; nil if that was not chosen.
  package private(set) var numbers: Bool?
  /// Whether it is for a preview beside its list, so that its beginning is enough.
  package private(set) var isPreview = false
  /// The part of a large text file that is wanted, for the page `parent` of the container `stack`, which shows another
  /// part; nil for a page to be opened.
  package private(set) var window: TextWindow.Wish?

  init(
    path: [UInt8],
    source: PageSource,
    ancestors: [[UInt8]],
    label: String,
    stack: ContainerID,
    parent: ContainerID,
    key: [UInt8]
  ) {
    self.path = path
    self.source = source
    self.ancestors = ancestors
    self.label = label
    self.stack = stack
    self.parent = parent
    self.key = key
  }

  /// Creates a request for another part of the text that a page shows.
  init(_ window: TextWindow, _ wish: TextWindow.Wish, in page: ContainerTree.Page) {
    self.init(
      path: window.path,
      source: .files,
      ancestors: [],
      label: sanitized(
        String(decoding: window.path.split(separator: 0x2F).last ?? [], as: UTF8.self)
      ),
      stack: page.container,
      parent: page.page,
      key: []
    )
    self.window = wish
  }

  /// Creates a request for the part of a large text file around a place.
  package init(partOf path: [UInt8], around place: SourcePlace) {
    self.init(
      path: path,
      source: .files,
      ancestors: [],
      label: "",
      stack: ContainerID(rawValue: 0),
      parent: ContainerID(rawValue: 0),
      key: []
    )
    window = .place(place.position)
  }

  /// Returns the request with a choice of line numbers.
  func numbered(by numbers: Bool?) -> PageRequest {
    var request = self
    request.numbers = numbers
    return request
  }

  /// Returns the request for the page of the entry that is in the place of an earlier one.
  func following(_ entry: NamedPlace?) -> PageRequest {
    var request = self
    request.entry = entry
    return request
  }

  /// Returns the request with the key that its entry has by now.
  package func moved(to key: [UInt8]) -> PageRequest {
    var request = self
    request.path = path.dropLast(self.key.count) + key
    request.key = key
    return request
  }

  /// Returns the request for the page on top of one that has another path by now.
  package func moved(onTopOf path: [UInt8]) -> PageRequest {
    var request = self
    request.path = path + self.path.dropFirst(ancestors.last?.count ?? 0)
    request.ancestors = ancestors.dropLast() + [path]
    return request
  }

  /// Returns the request for a preview.
  func forPreview(_ numbers: Bool?) -> PageRequest {
    var request = numbered(by: numbers)
    request.isPreview = true
    return request
  }

  /// Whether a large text has to be searched for the part that is wanted, which may take long.
  package var isSearch: Bool {
    switch window {
    case .match, .line: true
    case .start, .end, .around, .place, nil: false
    }
  }

  /// The page, for its reader.
  package var reference: PageReference {
    PageReference(
      path: path,
      source: source,
      ancestors: ancestors,
      label: label,
      entry: entry,
      isPreview: isPreview,
      window: window
    )
  }
}
