/// The content specification of a session.
package enum ContentSpec: Hashable, Sendable {
  /// The built-in tour; the text is the command with which other viewers join.
  case tour(command: String)
  /// A file or a directory, with an absolute path.
  case path(PathContent)
  /// The output of a program, which ends with the session.
  case command(CommandLine)
  /// A text sent with the request.
  case text(GivenText)
  /// Files that a client has sent.
  indirect case bundle(BundleContent)
  /// Several contents, each with a side tab: 1 to `mostTabs`, not nested.
  indirect case tabs([ContentSpec])

  package static let mostTabs = TabsContent.mostItems
}

extension ContentSpec {
  package static func deck(path: String) -> Self { .path(PathContent(.deck, path)) }

  package static func tree(path: String, order: TreeOrder = .standard) -> Self {
    .path(PathContent(.tree, path, order: order))
  }

  /// Makes the content of a scene file; `order` is that of its directories, nil for the order given in the file.
  package static func scene(path: String, order: TreeOrder? = nil) -> Self {
    .path(PathContent(.scene, path, order: order))
  }

  package static func docs(path: String) -> Self { .path(PathContent(.docs, path)) }

  package static func outline(path: String) -> Self { .path(PathContent(.outline, path)) }

  package static func file(path: String) -> Self { .path(PathContent(.file, path)) }
}

extension ContentSpec {
  /// Whether the content contains directories, or may contain some.
  package var hasTrees: Bool {
    switch self {
    case .path(let content): content.kind.traits.hasTrees
    case .bundle(let bundle): bundle.entry.hasTrees
    case .tabs(let contents): contents.contains(where: \.hasTrees)
    case .tour, .command, .text: false
    }
  }

  /// Whether a document of it can be shown as its text.
  package var hasDocument: Bool {
    switch self {
    case .path(let content): content.kind.traits.hasText || content.kind == .text
    case .bundle(let bundle): bundle.entry.hasDocument
    case .tabs(let contents): contents.contains(where: \.hasDocument)
    case .tour, .command, .text: false
    }
  }

  /// Whether directories are shown with their hidden entries.
  package var showsHidden: Bool {
    switch self {
    case .path(let content): content.order?.showsHidden ?? false
    case .bundle(let bundle): bundle.entry.showsHidden
    case .tabs(let contents): contents.contains(where: \.showsHidden)
    case .tour, .command, .text: false
    }
  }

  /// Whether the content is that of files of the daemon's machine.
  package var usesFiles: Bool {
    switch self {
    case .tour, .text, .command, .bundle: false
    case .path: true
    case .tabs(let contents): contents.contains(where: \.usesFiles)
    }
  }

  /// Whether the content is the output of a program of the daemon's machine.
  package var usesPrograms: Bool {
    switch self {
    case .command: true
    case .tour, .text, .bundle, .path: false
    case .tabs(let contents): contents.contains(where: \.usesPrograms)
    }
  }

  /// Returns the content with all its directories in a given order.
  package func ordered(_ order: TreeOrder) -> ContentSpec {
    switch self {
    case .path(let content): .path(content.with(order: order))
    case .bundle(let bundle): .bundle(bundle.ordered(order))
    case .tabs(let contents): .tabs(contents.map { $0.ordered(order) })
    case .tour, .command, .text: self
    }
  }
}

extension ContentSpec {
  /// Returns the content with no document shown as its text.
  package var withoutTexts: ContentSpec {
    switch self {
    case .path(let content): .path(content.with(isText: false))
    case .bundle(let bundle): .bundle(bundle.withoutTexts)
    case .tabs(let contents): .tabs(contents.map(\.withoutTexts))
    case .tour, .command, .text: self
    }
  }

  /// The indices of the tabs that show a document as its text, for now; 0 without tabs.
  package var textTabs: [Int] {
    switch self {
    case .path(let content): content.isText ? [0] : []
    case .bundle(let bundle): bundle.entry.textTabs
    case .tabs(let contents): contents.indices.filter { !contents[$0].textTabs.isEmpty }
    case .tour, .command, .text: []
    }
  }

  /// Whether the content, of several the one in a tab, is a scene, whose text has only the names of its decks.
  package func isScene(inTab tab: Int) -> Bool {
    switch self {
    case .path(let content): content.kind == .scene
    case .bundle(let bundle): bundle.entry.isScene(inTab: tab)
    case .tabs(let contents): contents.indices.contains(tab) && contents[tab].isScene(inTab: 0)
    case .tour, .command, .text: false
    }
  }

  /// Returns the content with the names of files in the place of their paths, also in the arguments of programs, and `/`
  /// as the directory of these.
  package var withoutDirectories: ContentSpec {
    switch self {
    case .path(let content): .path(content.with(path: content.path.lastComponent ?? "/"))
    case .command(let command):
      .command(CommandLine(command.kind, command.arguments.map(\.withoutDirectories), in: "/"))
    case .tabs(let contents): .tabs(contents.map(\.withoutDirectories))
    case .tour, .text, .bundle: self
    }
  }

  /// Returns the content with a document shown as its text, or as a document again.
  ///
  /// - Parameter tab: the index of the document among several contents.
  /// - Returns: nil if the content is no file with a text.
  package func togglingText(ofTab tab: Int) -> ContentSpec? {
    switch self {
    case .path(let content):
      if content.kind == .text {
        return PathKind(ofFileNamed: content.path).map { .path(PathContent($0, content.path)) }
      }
      return content.kind.traits.hasText ? .path(content.with(isText: !content.isText)) : nil
    case .bundle(let bundle): return bundle.togglingText(ofTab: tab).map { .bundle($0) }
    case .tabs(var contents):
      guard contents.indices.contains(tab), let content = contents[tab].togglingText(ofTab: 0)
      else { return nil }
      contents[tab] = content
      return .tabs(contents)
    case .tour, .command, .text: return nil
    }
  }

  /// Returns the content with its documents shown as their texts where those of another content of the same files are.
  package func inForm(of other: ContentSpec) -> ContentSpec {
    zip(showsTexts, other.showsTexts).enumerated().reduce(self) { content, tab in
      guard tab.element.0 != tab.element.1 else { return content }
      return content.togglingText(ofTab: tab.offset) ?? content
    }
  }

  /// Whether its tabs show texts of documents, or files as texts.
  private var showsTexts: [Bool] {
    switch self {
    case .path(let content): [content.isText || content.kind == .text]
    case .bundle(let bundle): bundle.entry.showsTexts
    case .tabs(let contents): contents.flatMap(\.showsTexts)
    case .tour, .command, .text: [false]
    }
  }

  /// The origin of the content for listings and messages; not sanitised.
  package var origin: String {
    switch self {
    case .tour: "tour"
    case .path(let content): content.path
    case .command(let command): command.text
    case .text(let text): text.shownName
    case .bundle(let bundle): bundle.entry.origin
    case .tabs(let contents): contents.map(\.origin).joined(separator: ", ")
    }
  }

  /// The origin without directories, which everybody may see who sees the content; not sanitised.
  package var shortName: String {
    if case .bundle(let bundle) = self { bundle.entry.shortName } else { withoutDirectories.origin }
  }
}
