/// A kind of content that is a file or a directory: one row of `traits` for each.
///
/// The functions that read and check it are in `NavContent/Reading/PathKind+Reading.swift`.
package enum PathKind: Hashable, CaseIterable, Sendable {
  /// A Markdown deck.
  case deck
  /// A directory.
  case tree
  /// A scene file.
  case scene
  /// A book: its `SUMMARY.md`, or a directory of Markdown files.
  case docs
  /// A JSON or YAML document.
  case outline
  /// A file as its text, whatever its name.
  case text
  /// Any other file, shown as in a directory.
  case file

  package struct Traits: Sendable {
    /// The option that names the kind; nil if it is only guessed.
    package var option: ContentOption?
    /// The endings of the names of its files, in lower case and without the dot.
    package var endings: [String] = []
    /// The form of a text of this kind from standard input; nil if there is none.
    package var form: GivenText.Form?
    /// Whether it contains directories, or may contain some.
    package var hasTrees = false
    /// Whether its files have a text that can be shown instead.
    package var hasText = false
    /// The order of its directories if none is given; nil for that of the content.
    package var order: TreeOrder?
    package var sessionName = SessionNameSource.stem
    /// Whether the title of a tab has the ending of the file's name.
    package var hasEndingInTab = false
    package var tabIcon = "▤"
    package var export: FileExport
  }

  /// The part of a path after which a session is named.
  package enum SessionNameSource: Sendable {
    /// The file's name without its ending.
    case stem
    case name
    /// The name of the directory around a book.
    case book
  }

  /// How `navclient export` writes a file without a daemon.
  package enum FileExport: Hashable, Sendable {
    case slides
    case text
    /// Not at all: only from a session that shows it. The text names the kind in a message.
    case session(String)
  }

  package var traits: Traits {
    switch self {
    case .deck:
      Traits(
        option: ContentOption(
          "deck",
          .file,
          valueName: "file",
          help: "Show a file as a Markdown deck, whatever its name; - is standard input."
        ),
        endings: ["md", "markdown", "mkd", "mdown"],
        form: .deck,
        hasText: true,
        tabIcon: "▭",
        export: .slides
      )
    case .tree:
      Traits(
        option: ContentOption(
          "tree",
          .directory,
          valueName: "dir",
          help: "Show a directory as a stack of lists and files."
        ),
        hasTrees: true,
        order: .standard,
        sessionName: .name,
        hasEndingInTab: true,
        export: .session("a directory")
      )
    case .scene:
      Traits(
        option: ContentOption(
          "scene",
          .file,
          valueName: "file",
          help: "Show a scene file: containers in one another, in YAML."
        ),
        endings: ["yaml", "yml"],
        hasTrees: true,
        hasText: true,
        tabIcon: "◫",
        export: .session("a scene")
      )
    case .docs:
      Traits(
        option: ContentOption(
          "docs",
          .any,
          valueName: "path",
          help:
            "Show a book: the SUMMARY.md of an mdBook, its directory, or any directory of Markdown files."
        ),
        sessionName: .book,
        hasEndingInTab: true,
        export: .session("a book")
      )
    case .outline:
      Traits(
        option: ContentOption(
          "outline",
          .file,
          valueName: "file",
          help:
            "Show a JSON or YAML file as lists of its values, however large it is; - is standard input."
        ),
        endings: ["json", "jsonl", "ndjson", "geojson", "ipynb"],
        form: .outline,
        hasText: true,
        export: .text
      )
    case .text:
      Traits(
        option: ContentOption(
          "text",
          .file,
          valueName: "file",
          help: "Show a file as its text, whatever its name: the source of a deck or a document."
        ),
        hasEndingInTab: true,
        export: .text
      )
    case .file: Traits(hasEndingInTab: true, export: .text)
    }
  }

  /// Guesses the kind of a file by the ending of its name; nil for an unknown ending.
  ///
  /// YAML counts as a scene file; any document may be one.
  package init?(ofFileNamed path: String) {
    guard let ending = path.fileExtension?.lowercased(),
      let kind = Self.allCases.first(where: { $0.traits.endings.contains(ending) })
    else { return nil }
    self = kind
  }
}

/// An option of the command line that names the kind of some content.
package struct ContentOption: Sendable {
  /// The kind of file that its path must name.
  package enum Place: Sendable {
    case file, directory, any
  }

  /// The name without hyphens.
  package let name: String
  /// Nil if it takes no path.
  package let place: Place?
  package let valueName: String
  package let help: String

  init(_ name: String, _ place: Place? = nil, valueName: String, help: String) {
    self.name = name
    self.place = place
    self.valueName = valueName
    self.help = help
  }
}

/// A file or a directory as content.
package struct PathContent: Hashable, Sendable {
  package let kind: PathKind
  /// Absolute; in a bundle, a path inside of it.
  package let path: String
  /// The order of its directories; nil for the default of its kind, and if it has no directories.
  package let order: TreeOrder?
  /// Whether its text is shown instead, for now.
  package let isText: Bool

  package init(
    _ kind: PathKind,
    _ path: String,
    order: TreeOrder? = nil,
    isText: Bool = false
  ) {
    self.kind = kind
    self.path = path
    self.isText = isText && kind.traits.hasText
    let traits = kind.traits
    self.order = traits.hasTrees && order != traits.order ? order : nil
  }

  /// Returns the content with another path, another order, or as its text.
  func with(path: String? = nil, order: TreeOrder? = nil, isText: Bool? = nil) -> PathContent {
    PathContent(
      kind,
      path ?? self.path,
      order: order ?? self.order,
      isText: isText ?? self.isText
    )
  }
}

extension String {
  /// The text after the last dot of the file's name; nil without a dot.
  fileprivate var fileExtension: String? {
    guard let name = lastComponent, let dot = name.lastIndex(of: ".") else { return nil }
    return String(name[name.index(after: dot)...])
  }

  /// The last component of the path; nil if it has none.
  package var lastComponent: String? { split(separator: "/").last.map(String.init) }

  /// The text with the last component of each absolute path in its place, since directories tell about people: a path
  /// begins a word, or follows a colon or an option of one letter.
  ///
  /// Paths in the directories of the system, such as `/dev/null`, stay, unless they have a component `home`.
  package var withoutDirectories: String {
    var (result, rest) = ("", self[...])
    while !rest.isEmpty {
      let word = rest.prefix { !" \t\n\"'`=,;()<>|&".contains($0) }
      result += word.withoutDirectory
      rest = rest[word.endIndex...]
      if let end = rest.popFirst() { result.append(end) }
    }
    return result
  }

  /// The file's name without its extension; the whole name if it has only a leading dot.
  package var fileStem: String {
    let name = lastComponent ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}

extension Substring {
  /// The word with the last component of an absolute path in its place; an address with a scheme is none.
  fileprivate var withoutDirectory: Substring {
    guard let slash = firstIndex(of: "/") else { return self }
    let (start, path) = (self[..<slash], self[slash...])
    let isAddress = !start.isEmpty && path.hasPrefix("//") && !path.hasPrefix("///")
    let components = path.split(separator: "/")
    guard start.isEmpty || start.last == ":" || start.first == "-", !isAddress,
      let name = components.last,
      !Self.systemDirectories.contains(components[0]) || components.contains("home")
    else { return self }
    return start + name
  }

  /// The directories of the root whose paths tell nothing about people.
  private static let systemDirectories: Set<Substring> = [
    "bin", "boot", "dev", "etc", "lib", "lib64", "opt", "proc", "sbin", "sys", "tmp", "usr", "var",
  ]
}
