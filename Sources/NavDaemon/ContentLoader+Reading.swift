import Glibc
import NavCommands
import NavContent
import NavLayout
package import NavSession
import NavText
package import NavWire

extension ContentDescription {
  /// Reads what a session begins with: the slides of a deck, the root of a tree, a scene, everything
  /// behind tabs.
  package func read() throws(ContentFailure) -> SessionContent {
    if case .tabs(let contents) = self { return .tabs(try TabsContent(contents)) }
    do {
      switch self {
      case .tour(let command): return .deck(try ContentSource.tour(command: command).load())
      case .deck(let path): return .deck(try ContentSource.deck(path: path).load())
      case .tree(let path): return .stack(try SessionContent.tree(path: path))
      case .scene(let path): return try SessionContent(try SceneFile.load(path: path))
      case .tabs: preconditionFailure("tabs were read already")
      }
    } catch {
      let isForbidden = if case .notPermitted = error { true } else { false }
      throw ContentFailure(error.description, isForbidden: isForbidden)
    }
  }

  /// What a tab that leads there is called.
  fileprivate var tabTitle: String {
    switch self {
    case .tour: "Tour"
    case .deck(let path): ContentSource.deck(path: path).name
    case .tree(let path): sanitized(path.split(separator: "/").last.map(String.init) ?? "/")
    case .scene(let path): ContentSource.deck(path: path).name
    case .tabs: "Tabs"
    }
  }

  fileprivate var tabIcon: String {
    switch self {
    case .tour, .deck: "▭"
    case .tree: "▤"
    case .tabs, .scene: "◫"
    }
  }
}

extension TabsContent {
  /// A tab for each content; below them where each comes from, which the item at the bottom shows and hides.
  fileprivate init(_ contents: [ContentDescription]) throws(ContentFailure) {
    var items: [Item] = []
    for content in contents {
      let read = try content.read()
      let button = TabButton(
        title: content.tabTitle,
        icon: content.tabIcon,
        badge: read.pageCount.map { TabBadge(String($0)) }
      )
      items.append(Item(face: .button(button), content: read))
    }
    let paths = contents.enumerated().map { "\($0.offset + 1) \(sanitized($0.element.listed))" }
    self.init(
      title: contents.map(\.tabTitle).joined(separator: ", "),
      items: items,
      additionalItems: [
        AdditionalItem(
          face: .button(TabButton(title: "Paths", icon: "⌄")),
          command: .toggleAttachment
        )
      ],
      attachment: PageContent(
        title: "Paths",
        document: TextDocument(blocks: [.paragraph(StyledText(paths.joined(separator: "   ")))])
      )
    )
  }
}

extension SessionContent {
  /// Slides, or entries of the root.
  fileprivate var pageCount: Int? {
    switch self {
    case .page(let page): page.list?.entries.count
    case .pager(let pager): pager.pages.count
    case .stack(let stack): stack.root.pageCount
    case .tabs: nil
    }
  }
}

extension PageRequest {
  /// Whether there is anything at its path, whatever it is.
  package var isThere: Bool {
    var status = stat()
    return path.withUnsafeBufferPointer { bytes in
      lstat(String(decoding: bytes, as: UTF8.self), &status) == 0
    } || errno != ENOENT
  }

  /// Reads the page.
  package func page() -> PreparedPage {
    let content: SessionContent =
      switch loadTreePage(path: path, ancestors: ancestors) {
      case .directory(let listing): .page(PageContent(listing))
      case .document(let title, let document):
        .page(PageContent(title: title, document: document))
      case .deck(let deck): .deck(deck)
      }
    return PreparedPage(content, rooms: rooms)
  }
}

extension PageContent {
  init(_ listing: DirectoryListing) {
    let entries = listing.entries.map { entry in
      ListEntry(
        key: entry.name,
        label: entry.title,
        detail: entry.detail,
        opens: entry.isBranch ? .list : .text
      )
    }
    self.init(
      title: listing.title,
      list: ListContent(entries: entries, notes: [listing.note].compactMap(\.self))
    )
  }
}
