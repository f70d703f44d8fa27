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

    package struct Traits: Sendable {
      package var find = Find.nothing
      /// Whether its pages are chapters, which lead to one another.
      package var isBook = false
      package var export: Export
    }

    /// What `F` searches.
    package enum Find: Hashable, Sendable {
      case nothing
      /// The files below the directory in front.
      case directory
      /// The words of all pages.
      case allPages
    }

    /// The pages that are exported with a stack.
    package enum Export: Hashable, Sendable {
      /// Those that are part of the content.
      case known
      /// Those that the entries of the first list open.
      case listed
      /// Those that are open; the sentence reports the omission of others.
      case open(String)
      /// None, but the source text, which contains everything that they show.
      case sourceText
    }

    package var traits: Traits {
      switch self {
      case .nowhere: Traits(export: .known)
      case .files:
        Traits(
          find: .directory,
          export: .open("Of directories, only the pages that lie open are here.")
        )
      case .docs: Traits(find: .allPages, isBook: true, export: .listed)
      case .outline: Traits(find: .allPages, export: .sourceText)
      case .program: Traits(export: .open("Of the commits, only those that lie open are here."))
      }
    }
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
