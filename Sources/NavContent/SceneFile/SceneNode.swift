package import NavCommands
import NavLayout
package import NavModel
package import NavText

/// The content of a scene file: nested containers and the content of their pages.
///
/// All texts are sanitised.
package indirect enum SceneNode: Hashable, Sendable {
  case page(title: String, TextDocument)
  case list(SceneList)
  case board(SceneBoard)
  case pager(ScenePager)
  /// A stack with its root page and the size of that page; nil for the full size.
  case stack(root: SceneNode, size: StackPageSize? = nil)
  case tabs(SceneTabs)
  case split(SceneSplit)
  /// A directory with its path.
  case tree(title: String?, path: String, order: TreeOrder = .standard)
  /// A book, or a directory of Markdown files, with its path.
  case docs(title: String?, path: String)
  /// A JSON or YAML document with its path.
  case outline(title: String?, path: String)
  /// The output of a program.
  case command(title: String?, CommandLine)
  /// A page, a list, a board or a deck with insets around the content of its pages.
  case inset(SceneNode, by: ContentInsets)
}

/// A list of entries, some of which may open pages.
package struct SceneList: Hashable, Sendable {
  package var title: String
  package var entries: [Entry] = []
  /// The sections, in ascending order and without gaps between them.
  package var sections: [Section] = []
  /// Messages below the entries.
  package var notes: [String] = []

  package struct Entry: Hashable, Sendable {
    package var label: String
    package var detail = ""
    package var isSelectable = true
    /// The page that it opens in a stack.
    package var page: SceneNode?
    /// The size of that page; nil for the default size of its content.
    package var size: StackPageSize?
    /// Whether that page becomes active when it is opened (NC-2).
    package var activates = true
  }

  package struct Section: Hashable, Sendable {
    package var title: String
    /// The indices of its entries.
    package var entries: Range<Int>
  }
}

/// A pager: one page is shown at a time, or two facing pages.
package struct ScenePager: Hashable, Sendable {
  package var title: String
  package var pages: Pages
  package var settings: PagerSettings
  /// The indices of a deck's slides by link name.
  package var anchors: [String: Int] = [:]

  package enum Pages: Hashable, Sendable {
    /// At least one page.
    case listed([SceneNode])
    /// A number of generated pages, titled `name 1`, `name 2` and so on.
    case numbered(name: String, count: Int)

    package var count: Int {
      switch self {
      case .listed(let pages): pages.count
      case .numbered(_, let count): count
      }
    }
  }
}

/// Parts beside or below one another.
package struct SceneSplit: Hashable, Sendable {
  package var title: String
  /// The parts, as many as `SplitState.parts` allows.
  package var parts: [SceneNode]
  /// The weight of each part; nil for equal ones.
  package var shares: [Int]?
}

/// Side tabs with their contents.
package struct SceneTabs: Hashable, Sendable {
  package var title: String
  /// The tabs, at least one.
  package var items: [Item]
  /// The content below that of the selected tab.
  package var attachment: Attachment?

  package struct Item: Hashable, Sendable {
    package var title: String
    package var icon = ""
    package var badge: String?
    package var badgeRole = TabBadge.Role.neutral
    package var content: SceneNode
  }

  package struct Attachment: Hashable, Sendable {
    package var document: TextDocument
    package var isShown: Bool
  }
}
