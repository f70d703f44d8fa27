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

  @Option(
    help: ArgumentHelp(
      "Show a file as a Markdown deck, whatever its name; - is standard input.",
      valueName: "file"
    ),
    completion: .file()
  )
  var deck: String?

  @Option(
    help: ArgumentHelp("Show a directory as a stack of lists and files.", valueName: "dir"),
    completion: .directory
  )
  var tree: String?

  @Option(
    help: ArgumentHelp(
      "Show a scene file: containers in one another, in YAML.",
      valueName: "file"
    ),
    completion: .file()
  )
  var scene: String?

  @Option(
    help: ArgumentHelp(
      "Show a book: the SUMMARY.md of an mdBook, its directory, or any directory of Markdown files.",
      valueName: "path"
    ),
    completion: .file()
  )
  var docs: String?

  @Option(
    help: ArgumentHelp(
      "Show a JSON or YAML file as lists of its values, however large it is; - is standard input.",
      valueName: "file"
    ),
    completion: .file()
  )
  var outline: String?

  /// The values of the options that name the content's kind.
  var special: [String] { [deck, tree, scene, docs, outline].compactMap(\.self) }
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
  @Option(
    help: ArgumentHelp(
      "Run a command line in this directory, and show its output while it runs.",
      valueName: "line"
    )
  )
  var cmd: String?

  @Option(help: ArgumentHelp("Show a page of the manual: 'printf', '3 printf'.", valueName: "page"))
  var man: String?

  @Option(
    help: ArgumentHelp(
      "Show the commits of this repository, each of which can be opened; a range may follow.",
      valueName: "range"
    )
  )
  var gitLog: String?

  @Option(
    help: ArgumentHelp(
      "Show the differences in this repository, file by file; a range may follow.",
      valueName: "range"
    )
  )
  var gitDiff: String?

  /// The values of the options that were given.
  var given: [String] { [cmd, man, gitLog, gitDiff].compactMap(\.self) }

  /// Returns the content of the option that was given; nil for none.
  func content() throws(ClientExit) -> ContentSpec? {
    if let cmd { return try .shell(cmd) }
    if let man { return try .manual(man) }
    if let gitLog { return try .gitLog(gitLog) }
    if let gitDiff { return try .gitDiff(gitDiff) }
    return nil
  }
}
