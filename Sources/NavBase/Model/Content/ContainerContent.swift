/// The common part of all kinds of containers in a session's content.
///
/// A kind has one file here, named after it, with its content and its navigation state. `SessionContent` and
/// `NavigationState` register it.
package protocol ContainerContent: Hashable, Sendable {
  /// The title of a page that contains it.
  var title: String { get set }
  /// The container as a `SessionContent`.
  var content: SessionContent { get }
  /// The contents of its pages in reading order, without an attachment and without those that are created or read on access.
  var contents: [SessionContent] { get }
  /// The content that is shown first; nil if it has no page.
  var front: SessionContent? { get }
  /// The estimated size of its pages in memory, in bytes.
  var memorySize: Int { get }
  /// The number of its pages that count towards `SessionContent.pageLimit`: all pages of a pager, 0 of other kinds.
  var countedPages: Int { get }
  /// The length of the talk that its pages are for, else the first that its contents state; nil if there is none.
  var duration: Duration? { get }
  /// The theme that its file asks for, else the first that its contents ask for.
  var theme: BuiltInTheme { get }
  /// The faults of its pages that are not in `contents`, one sanitised line each.
  var faults: [String] { get }

  /// Validates everything but the contents of its pages; throws the first violation.
  func check() throws(Rejection)

  /// Changes the content of each page, and that of an attachment.
  mutating func updateContents(_ update: (inout SessionContent) -> Void)

  /// How fingers move it; set only for a kind that fingers move.
  var scrolling: ScrollSwitches { get set }

  /// Changes the pages of rows that a file describes together with the container, such as the slides of a deck; does
  /// nothing for a kind whose pages are described one by one.
  mutating func updateRows(_ update: (inout PageContent) -> Void)
}

extension ContainerContent {
  package var front: SessionContent? { contents.first }
  package var memorySize: Int { contents.reduce(0) { $0 + $1.memorySize } }
  package var countedPages: Int { 0 }
  package var duration: Duration? { contents.lazy.compactMap(\.duration).first }
  package var theme: BuiltInTheme { contents.lazy.map(\.theme).first { $0 != .own } ?? .own }
  package var faults: [String] { [] }
  package func check() throws(Rejection) {}
  package var scrolling: ScrollSwitches {
    get { ScrollSwitches() }
    set {}
  }
  package mutating func updateRows(_ update: (inout PageContent) -> Void) {}
}
