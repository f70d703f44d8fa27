import ArgumentParser
import NavBase
import NavClient
import NavViewer

/// The options that name files as the content of a new session.
struct NamedContent: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show a directory, a Markdown deck (.md .markdown .mkd .mdown), a book (SUMMARY.md, or "
        + "its directory), a scene (.yaml .yml), another document (.json .jsonl .yaml .yml), or any other file as a "
        + "directory shows it; - is a text from standard input. "
        + "Given several times, each is behind a side tab. A path without --open means the same.",
      valueName: "path"
    ),
    completion: .file()
  )
  var open: [String] = []

  @Option(help: .naming(.deck), completion: .naming(.deck))
  var deck: String?

  @Option(help: .naming(.tree), completion: .naming(.tree))
  var tree: String?

  @Option(help: .naming(.scene), completion: .naming(.scene))
  var scene: String?

  @Option(help: .naming(.docs), completion: .naming(.docs))
  var docs: String?

  @Option(help: .naming(.outline), completion: .naming(.outline))
  var outline: String?

  @Option(help: .naming(.text), completion: .naming(.text))
  var text: String?

  private subscript(_ kind: PathKind) -> String? {
    switch kind {
    case .deck: deck
    case .tree: tree
    case .scene: scene
    case .docs: docs
    case .outline: outline
    case .text: text
    case .file: nil
    }
  }

  /// The given options that name the content's kind, with their paths.
  var given: [(kind: PathKind, path: String)] {
    PathKind.allCases.compactMap { kind in self[kind].map { (kind, $0) } }
  }
}

extension ArgumentHelp {
  fileprivate static func naming(_ kind: PathKind) -> ArgumentHelp? {
    kind.traits.option.map(ArgumentHelp.init)
  }

  fileprivate init(_ option: ContentOption) {
    self.init(option.help, valueName: option.valueName)
  }
}

extension CompletionKind {
  fileprivate static func naming(_ kind: PathKind) -> CompletionKind {
    kind.traits.option?.place == .directory ? .directory : .file()
  }
}

/// The options of the directories that are shown.
struct DirectoryOptions: ParsableArguments {
  @Flag(help: "Show also the entries of directories whose names begin with a dot.")
  var hidden = false

  @Option(
    help: ArgumentHelp(
      "Sort directories by name, time (the newest first), size (the largest first) or kind (the ends of names).",
      valueName: "order"
    )
  )
  var sort: TreeSort?

  /// The name of a given option, for messages; nil without any.
  var name: String? { hidden ? "--hidden" : sort == nil ? nil : "--sort" }

  var order: TreeOrder { TreeOrder(showsHidden: hidden, sort: sort ?? .name) }
}

/// The options that show the output of a program.
struct ProgramOptions: ParsableArguments {
  @Option(help: ArgumentHelp(CommandLine.Kind.shell.option))
  var cmd: String?

  @Option(help: ArgumentHelp(CommandLine.Kind.man.option))
  var man: String?

  @Option(help: ArgumentHelp(CommandLine.Kind.gitLog.option))
  var gitLog: String?

  @Option(help: ArgumentHelp(CommandLine.Kind.gitDiff.option))
  var gitDiff: String?

  private subscript(_ kind: CommandLine.Kind) -> String? {
    switch kind {
    case .shell: cmd
    case .man: man
    case .gitLog: gitLog
    case .gitDiff: gitDiff
    }
  }

  /// The given options, with their values.
  var given: [(kind: CommandLine.Kind, words: String)] {
    CommandLine.Kind.allCases.compactMap { kind in self[kind].map { (kind, $0) } }
  }

  /// Returns the content of the option that was given; nil for none.
  func content() throws(ClientExit) -> ContentSpec? {
    guard let (kind, words) = given.first else { return nil }
    return try .program(kind, words)
  }
}
