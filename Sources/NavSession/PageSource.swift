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

  package init(_ kind: Kind, at location: [UInt8] = []) {
    self.kind = kind
    self.location = location
  }

  /// The key of the page that lists the links of a book's page.
  package static let linksKey = Array("~links".utf8)

  package static let nowhere = PageSource(.nowhere)
  package static let files = PageSource(.files)
}
