import ArgumentParser
import NavCommands

/// The options that set the content of a new session.
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

  @Flag(help: "Show also the entries of directories whose names begin with a dot.")
  var hidden = false

  @Option(
    help: ArgumentHelp(
      "Sort directories by name, time (the newest first), size (the largest first) or kind (the ends of names).",
      valueName: "order"
    )
  )
  var sort: TreeSort?

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

  /// Whether the options set the entries that directories show, or their order.
  var ordersDirectories: Bool { hidden || sort != nil }

  /// The values of the options that name the content's kind; at most one may be given.
  var special: [String] {
    [deck, tree, scene, docs, outline, cmd, man, gitLog, gitDiff].compactMap(\.self)
  }
}
