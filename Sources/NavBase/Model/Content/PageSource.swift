/// The source of a stack's pages that are not part of its content.
package struct PageSource: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// No source: all pages are part of the content.
    case nowhere
    /// The file system: a page's path is a path in it.
    case files
    /// A book of Markdown files.
    case docs
    /// A JSON or YAML document: a page's path is a JSON Pointer.
    case outline
    /// A program that is run for the session, or for the page.
    case program
  }

  package var kind: Kind
  /// The location of the root, in the form that the source's reader uses.
  package var location: [UInt8]
  /// The order of directories, if the source is the file system.
  package var order = TreeOrder.standard

  package init(_ kind: Kind, at location: [UInt8] = []) {
    self.kind = kind
    self.location = location
  }

  /// The key of the page that lists the links of a book's page.
  package static let linksKey = Array("~links".utf8)

  package static let nowhere = PageSource(.nowhere)
  package static let files = PageSource(.files)

  /// Returns the file system, with its directories in an order.
  package static func files(_ order: TreeOrder) -> PageSource {
    var source = files
    source.order = order
    return source
  }
}
