package import NavLayout
package import NavText

/// What a scene file says is to be shown: containers in one another, and what stands in their pages.
///
/// All texts are sanitised.
package indirect enum SceneNode: Hashable, Sendable {
  case page(title: String, TextDocument)
  case list(SceneList)
  case board(SceneBoard)
  case pager(ScenePager)
  /// How much of the stack the root takes; nil for all of it.
  case stack(root: SceneNode, size: ScenePageSize? = nil)
  case tabs(SceneTabs)
  /// The path of a directory.
  case tree(title: String?, path: String, order: ListingOrder = .standard)
  /// The path of a book, or of a directory of Markdown files.
  case docs(title: String?, path: String)
  /// The path of a JSON or YAML document.
  case outline(title: String?, path: String)
  /// What a program prints.
  case command(title: String?, SceneCommand)
  /// A page, a list, a board or a deck, whose pages keep rows and columns free around what they show.
  case inset(SceneNode, by: ContentInsets)
}

/// How much of a stack a page takes (NC-1).
package enum ScenePageSize: String, CaseIterable, Hashable, Sendable {
  case half, full
}

/// A program whose output is shown.
package struct SceneCommand: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The one argument is a command line for `sh`.
    case shell
    case man
    case gitLog = "git_log"
    case gitDiff = "git_diff"
  }

  package var kind: Kind
  package var arguments: [String]
  /// Where it runs.
  package var directory: String

  /// The most arguments.
  package static let mostArguments = 64
}

/// Entries, of which some may open further pages.
package struct SceneList: Hashable, Sendable {
  package var title: String
  package var entries: [Entry] = []
  /// Ascending; each ends where the next one begins, the last one with the entries.
  package var sections: [Section] = []
  /// What is said below the entries.
  package var notes: [String] = []

  package struct Entry: Hashable, Sendable {
    package var label: String
    package var detail = ""
    package var isSelectable = true
    /// What it opens in a stack.
    package var page: SceneNode?
    /// How much of the stack that takes; nil for as much as its content usually does.
    package var size: ScenePageSize?
    /// Whether it becomes the active page when it is opened (NC-2).
    package var activates = true
  }

  package struct Section: Hashable, Sendable {
    package var title: String
    /// Indices of its entries.
    package var entries: Range<Int>
  }
}

/// Pages of which one is shown at a time, or two that face each other.
package struct ScenePager: Hashable, Sendable {
  package var title: String
  package var pages: Pages
  package var settings: PagerSettings
  /// Of a deck: the indices of its slides by what its links call them.
  package var anchors: [String: Int] = [:]

  package enum Pages: Hashable, Sendable {
    /// At least one.
    case listed([SceneNode])
    /// So many pages, made when they are looked at: `name 1`, `name 2` and so on.
    case numbered(name: String, count: Int)

    package var count: Int {
      switch self {
      case .listed(let pages): pages.count
      case .numbered(_, let count): count
      }
    }
  }
}

/// Side tabs, each with its content.
package struct SceneTabs: Hashable, Sendable {
  package var title: String
  /// At least one.
  package var items: [Item]
  /// What stands below the selected tab's content.
  package var attachment: Attachment?

  package struct Item: Hashable, Sendable {
    package var title: String
    package var icon = ""
    package var badge: String?
    package var badgeRole = BadgeRole.neutral
    package var content: SceneNode
  }

  /// What a badge means.
  package enum BadgeRole: String, CaseIterable, Hashable, Sendable {
    case neutral, notice, success, warning, alert
  }

  package struct Attachment: Hashable, Sendable {
    package var document: TextDocument
    package var isShown: Bool
  }
}
