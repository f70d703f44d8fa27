package import NavBase
import NavScene

/// The authoritative state of one session, without any viewport (Sources/README.md, decision 2): containers within one
/// another, and the place in them.
///
/// Users change it by `SessionOperation`s and pans only.
package struct Session: Sendable {
  /// The content, as it was read.
  package let content: SessionContent
  var tree: ContainerTree
  /// The rows of pages, laid out.
  var bodies = PageBodies()
  var pans = SessionPans()
  /// The search; nil for none.
  var search: SessionSearch?
  /// The number of requests to read the content again.
  package internal(set) var reloadRequests = 0
  /// The number of requests to show a document as its text, or as a document again.
  package internal(set) var textRequests = 0
  /// Whether the next reload shows a document as its text, or as a document again.
  package var awaitsOtherForm = false
  /// The session before it showed a document as its text, by the index of the side tab; 0 without side tabs.
  var documents: [Int: HeldSession] = [:]
  /// The order of directories that was chosen; nil if none was.
  package internal(set) var treeOrder: TreeOrder?
  /// Whether the content that it continues with lacks a page that was active before.
  package internal(set) var hasLostPlace = false
  /// Whether the content that it continues with lacks the part of a large text that a page shows.
  package internal(set) var lacksParts = false
  var preview = SessionPreview()
  /// Whether the pages are hidden from all but speakers.
  package var isBlank = false
  /// The theme that was chosen; nil for the one that the content asks for.
  package internal(set) var theme: BuiltInTheme?
  /// Whether it repeats a recording: then its previews are those of the recording.
  var isReplay = false
  /// Counts accepted operations; never restarts.
  package internal(set) var version: UInt64 = 0

  /// - Parameter content: the content, which must be valid (`check()`).
  package init(_ content: SessionContent) {
    self.content = content
    tree = ContainerTree(content)
  }

  /// Creates a pager.
  ///
  /// - Parameter pages: the pages; at least one.
  package init(pages: [PageContent]) {
    precondition(!pages.isEmpty, "cannot show no page")
    self.init(.pager(title: pages[0].title, pages: pages.map { .page($0) }))
  }

  /// Creates a stack that begins with one page.
  ///
  /// - Parameters:
  ///   - page: the page at the bottom.
  ///   - path: the path of that page, for the source of further pages.
  package init(root page: PageContent, path: [UInt8]) {
    self.init(.stack(StackContent(root: .page(page), path: path)))
  }

  /// The place in the innermost container: the number of the current page, from 1, the number of pages, and the title
  /// of the current one.
  package var position: (page: Int, pages: Int, title: String) {
    guard let front = tree.front.last, let node = tree[front.container] else { return (0, 0, "") }
    let position = node.position
    return (position.page, position.pages, node.title(of: front.page))
  }

  /// The focus that determines what keys do.
  package var keyFocus: KeyFocus { focus.kind }

  /// The focused container and the kind of focus: the innermost container if that takes the keys, or the active page of
  /// rows.
  var focus: (container: ContainerID?, kind: KeyFocus) {
    guard let front = tree.front.last, let node = tree[front.container],
      let rows = node[front.page]?.rows
    else { return (nil, .none) }
    if node.traits.turnsPages { return (front.container, .pager) }
    return (front.page, rows.keyFocus)
  }

  /// The number of texts that are kept wrapped.
  var textsHeld: Int { bodies.texts.count }

  /// Whether lines that are longer than a row continue in the next row, for all viewers; else each viewer scrolls them
  /// sideways on its own.
  package var wrapsLines: Bool { bodies.wrapsLines }

  /// The pan in progress.
  package var pan: SessionPan? { pans.current }

  /// Counts an operation that changes the session as a whole, such as its name.
  package mutating func countOperation() {
    version += 1
  }

  /// Sets the number of operations that were accepted before this start.
  package mutating func countOperations(upTo version: UInt64) {
    self.version = version
  }

  /// Inherits the version and the settings of the session that this one replaces with other content.
  ///
  /// The version does not rise, and pans that are over stay over.
  package mutating func inherit(from other: Session) {
    inheritCounts(from: other)
    documents.merge(other.documents) { $1 }
    bodies.numbers = other.bodies.numbers
    bodies.wrapsLines = other.bodies.wrapsLines
    preview.mode = other.preview.mode
    isBlank = other.isBlank
    theme = other.theme
  }

  /// Inherits from the session that this one replaces at another place what does not depend on the place.
  mutating func inheritCounts(from other: Session) {
    version = other.version
    pans.ended = other.pans.ended
    reloadRequests = other.reloadRequests
    textRequests = other.textRequests
    treeOrder = other.treeOrder
    isReplay = other.isReplay
  }

  /// Adds what happened meanwhile to the session that this changed copy replaces: operations that were accepted are
  /// counted, and a viewer that joins sees the motions that others began to see (D-9).
  package mutating func catchUp(with other: Session) {
    version = max(version, other.version + 1)
    tree.takeMotions(from: other.tree)
  }
}
