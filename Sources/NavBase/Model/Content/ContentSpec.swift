/// The content specification of a session.
package enum ContentSpec: Hashable, Sendable {
  /// The built-in tour; the text is the command with which other viewers join.
  case tour(command: String)
  /// The absolute path of a Markdown deck.
  case deck(path: String)
  /// The absolute path of a directory, and the order of its entries and those below it.
  case tree(path: String, order: TreeOrder = .standard)
  /// The absolute path of a scene file, and the order of its directories; nil for the order given in the file.
  case scene(path: String, order: TreeOrder? = nil)
  /// The absolute path of a book's `SUMMARY.md`, or of a directory of Markdown files.
  case docs(path: String)
  /// The absolute path of a JSON or YAML document.
  case outline(path: String)
  /// The absolute path of any other file, shown as in a directory.
  case file(path: String)
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
  /// Whether the content contains directories, or may contain some.
  package var hasTrees: Bool {
    switch self {
    case .tree, .scene: true
    case .bundle(let bundle): bundle.entry.hasTrees
    case .tabs(let contents): contents.contains(where: \.hasTrees)
    case .tour, .deck, .docs, .outline, .file, .command, .text: false
    }
  }

  /// Whether directories are shown with their hidden entries.
  package var showsHidden: Bool {
    switch self {
    case .tree(_, let order): order.showsHidden
    case .scene(_, let order): order?.showsHidden ?? false
    case .bundle(let bundle): bundle.entry.showsHidden
    case .tabs(let contents): contents.contains(where: \.showsHidden)
    case .tour, .deck, .docs, .outline, .file, .command, .text: false
    }
  }

  /// Whether the content is that of files of the daemon's machine.
  package var usesFiles: Bool {
    switch self {
    case .tour, .text, .command, .bundle: false
    case .deck, .tree, .scene, .docs, .outline, .file: true
    case .tabs(let contents): contents.contains(where: \.usesFiles)
    }
  }

  /// Whether the content is the output of a program of the daemon's machine.
  package var usesPrograms: Bool {
    switch self {
    case .command: true
    case .tour, .text, .bundle, .deck, .tree, .scene, .docs, .outline, .file: false
    case .tabs(let contents): contents.contains(where: \.usesPrograms)
    }
  }

  /// Returns the content with all its directories in a given order.
  package func ordered(_ order: TreeOrder) -> ContentSpec {
    switch self {
    case .tree(let path, _): .tree(path: path, order: order)
    case .scene(let path, _): .scene(path: path, order: order)
    case .bundle(let bundle): .bundle(bundle.ordered(order))
    case .tabs(let contents): .tabs(contents.map { $0.ordered(order) })
    case .tour, .deck, .docs, .outline, .file, .command, .text: self
    }
  }
}

extension ContentSpec {
  /// The origin of the content for listings and messages; not sanitised.
  package var origin: String {
    switch self {
    case .tour: "tour"
    case .deck(let path), .tree(let path, _), .scene(let path, _), .docs(let path),
      .outline(let path), .file(let path):
      path
    case .command(let command): command.text
    case .text(let text): text.shownName
    case .bundle(let bundle): bundle.entry.origin
    case .tabs(let contents): contents.map(\.origin).joined(separator: ", ")
    }
  }

  /// The last component of the origin; not sanitised.
  package var shortName: String {
    switch self {
    case .tour: "tour"
    case .deck(let path), .tree(let path, _), .scene(let path, _), .docs(let path),
      .outline(let path), .file(let path):
      path.split(separator: "/").last.map(String.init) ?? "/"
    case .command(let command): command.text
    case .text(let text): text.shownName
    case .bundle(let bundle): bundle.entry.shortName
    case .tabs(let contents): contents.map(\.shortName).joined(separator: ", ")
    }
  }
}
