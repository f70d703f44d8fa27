package import NavCommands

/// What reads the pages of a stack that are not known.
package struct PageSource: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Nothing does: all pages are known.
    case nowhere
    /// The file system: a page's path is one there.
    case files
    /// A book of Markdown files.
    case docs
    /// A JSON or YAML document: a page's path is a JSON Pointer.
    case outline
    /// A program that is run for the session, or for the page.
    case program
  }

  package var kind: Kind
  /// Where the root comes from, in the terms of who reads it.
  package var location: [UInt8]
  /// How directories are shown, where it is the file system.
  package var order = TreeOrder.standard

  package init(_ kind: Kind, at location: [UInt8] = []) {
    self.kind = kind
    self.location = location
  }

  /// The key of the page that lists the links of a book's page.
  package static let linksKey = Array("~links".utf8)

  package static let nowhere = PageSource(.nowhere)
  package static let files = PageSource(.files)

  /// The file system, its directories in an order.
  package static func files(_ order: TreeOrder) -> PageSource {
    var source = files
    source.order = order
    return source
  }
}
