import NavBase

extension TabsContent {
  /// Creates a tab for each content, and an attachment with their names, which an item at the bottom shows and hides.
  ///
  /// - Parameters:
  ///   - contents: the contents, in the order of the tabs.
  ///   - read: reads a content, given its index from 0.
  /// - Throws: the errors of `read`.
  init(
    _ contents: [ContentSpec],
    read: (Int, ContentSpec) throws(ContentFailure) -> SessionContent
  ) throws(ContentFailure) {
    var items: [Item] = []
    for (index, content) in contents.enumerated() {
      let read = try read(index, content)
      let button = TabButton(
        title: content.tabTitle,
        icon: content.tabIcon,
        badge: read.kind.entryCount.map { TabBadge(String($0)) }
      )
      items.append(Item(face: .button(button), content: read))
    }
    let paths = contents.enumerated().map { "\($0.offset + 1) \(sanitized($0.element.shortName))" }
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

extension ContentSpec {
  /// The title of a tab that shows it.
  fileprivate var tabTitle: String {
    switch self {
    case .tour: "Tour"
    case .path(let content) where !content.kind.traits.hasEndingInTab:
      sanitized(content.path.fileStem)
    case .path, .command, .text: sanitized(shortName)
    case .bundle(let bundle): bundle.entry.tabTitle
    case .tabs: "Tabs"
    }
  }

  fileprivate var tabIcon: String {
    switch self {
    case .tour: "▭"
    case .path(let content): content.kind.traits.tabIcon
    case .bundle(let bundle): bundle.entry.tabIcon
    case .command, .text: "▷"
    case .tabs: "◫"
    }
  }
}
