import ArgumentParser
import Glibc
import NavClient
import NavCommands
import NavContent
import NavGeometry
import NavTerminal
import NavWire

/// How a session is named, the same everywhere.
struct SessionOption: ParsableArguments {
  @Option(
    name: [.customShort("s"), .long],
    help: "The session's name; without it, the only one.",
    completion: .sessions
  )
  var session: String?
}

/// Which daemon is asked, the same everywhere.
struct ServerOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon to talk to over TCP; without it, $NAVD_SERVER, or the one of this user.",
      valueName: "tcp://host:port"
    )
  )
  var server: String?

  func validate() throws { _ = try endpoints }

  var endpoints: Endpoints {
    get throws {
      var endpoints = Endpoints.ofThisUser
      let fromEnvironment = getenv("NAVD_SERVER").map { String(cString: $0) }
      guard let text = server ?? fromEnvironment, !text.isEmpty else { return endpoints }
      guard let address = TCPAddress(text) else {
        let origin = server == nil ? "NAVD_SERVER" : "--server"
        throw ValidationError("\(origin) is '\(text)': write \(TCPAddress.form)")
      }
      endpoints.server = address
      return endpoints
    }
  }
}

extension CompletionKind {
  /// The names of the sessions that there are.
  static var sessions: CompletionKind { .shellCommand("navclient ls -q 2>/dev/null") }
}

/// What a new session shows.
struct ContentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show what is there: a directory, a Markdown deck (.md .markdown .mkd .mdown), a book (SUMMARY.md, or "
        + "its directory), a scene (.yaml .yml) or another document (.json .jsonl .yaml .yml); - is a text from "
        + "standard input. "
        + "Given several times, each stands behind a side tab.",
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
      "Sort directories by name, time (the newest first), size (the largest first) or kind (what names end in).",
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
      "Run a command line where this is run, and show what it prints while it runs.",
      valueName: "line"
    )
  )
  var cmd: String?

  @Option(help: ArgumentHelp("Show a page of the manual: 'printf', '3 printf'.", valueName: "page"))
  var man: String?

  @Option(
    help: ArgumentHelp(
      "Show the commits of the repository here, each to be opened; a range may follow.",
      valueName: "range"
    )
  )
  var gitLog: String?

  @Option(
    help: ArgumentHelp(
      "Show what differs in the repository here, file by file; a range may follow.",
      valueName: "range"
    )
  )
  var gitDiff: String?

  func validate() throws {
    if hidden || sort != nil, open.isEmpty, tree == nil, scene == nil {
      throw ValidationError(
        "\(hidden ? "--hidden" : "--sort") is about directories: give --open, --tree or --scene as well"
      )
    }
    let given = [open.first, deck, tree, scene, docs, outline, cmd, man, gitLog, gitDiff]
      .compactMap(\.self)
    if given.count > 1 {
      throw ValidationError(
        "give one of --open, --deck, --tree, --scene, --docs, --outline, --cmd, --man, --git-log and "
          + "--git-diff"
      )
    }
    if open.count > 1, open.contains(ContentDescription.standardInput) {
      throw ValidationError("--open - is standard input: give it alone")
    }
    if open.count > ContentDescription.mostTabs {
      throw ValidationError("give --open at most \(ContentDescription.mostTabs) times")
    }
  }

  /// The command line with a value for each option whose value was left out.
  ///
  /// - Parameter arguments: the words behind the program's name.
  /// - Returns: the same, `--git-log` and `--git-diff` with an empty value where none follows.
  static func completed(_ arguments: [String]) -> [String] {
    var completed: [String] = []
    for (index, argument) in arguments.enumerated() {
      completed.append(argument)
      guard ["--git-log", "--git-diff"].contains(argument) else { continue }
      let next = index + 1 < arguments.count ? arguments[index + 1] : "-"
      if next.hasPrefix("-") { completed.append("") }
    }
    return completed
  }

  /// What the user asked for; nil where it was nothing.
  func content() throws(ClientExit) -> ContentDescription? {
    let content = try contentAsItIs()
    guard let content, hidden || sort != nil else { return content }
    guard content.hasTrees else {
      throw ClientExit(
        .usage,
        "\(content.origin) is no directory: leave \(hidden ? "--hidden" : "--sort") out"
      )
    }
    return content.ordered(TreeOrder(showsHidden: hidden, sort: sort ?? .name))
  }

  /// The same, its directories as nobody said more.
  private func contentAsItIs() throws(ClientExit) -> ContentDescription? {
    let standardInput = ContentDescription.standardInput
    if let cmd { return try .shell(cmd) }
    if let man { return try .manual(man) }
    if let gitLog { return try .gitLog(gitLog) }
    if let gitDiff { return try .gitDiff(gitDiff) }
    if deck == standardInput { return try .fromStandardInput(as: .deck) }
    if outline == standardInput { return try .fromStandardInput(as: .outline) }
    if open == [standardInput] { return try .fromStandardInput().checked }
    if let deck { return try .deck(at: deck) }
    if let tree { return try .tree(at: tree) }
    if let scene { return try .scene(at: scene) }
    if let docs { return try .docs(at: docs) }
    if let outline { return try .outline(at: outline) }
    guard open.count > 1 else { return try open.first.map(ContentDescription.guessing) }
    var contents: [ContentDescription] = []
    for path in open { contents.append(try .guessing(path)) }
    return .tabs(contents)
  }
}

extension ContentDescription {
  /// The same, as a program's lines where it only looks like a JSON document and is none.
  fileprivate var checked: ContentDescription {
    guard case .text(var text) = self, text.form == .outline else { return self }
    let format = OutlineDocument.Format(guessing: text.bytes)
    let document = OutlineDocument(text.bytes, format: format)
    while document.readOn() {}
    if document.progress.fault != nil { text.form = .printed }
    return .text(text)
  }
}

extension ColorChoice: ExpressibleByArgument {}

extension TreeSort: ExpressibleByArgument {}

extension ViewerFit: ExpressibleByArgument {}

extension CellSize: ExpressibleByArgument {
  /// Reads `80x24`, from 1x1 to 1000x500.
  public init?(argument: String) {
    guard let size = CellSize(argument), (1...1000).contains(size.columns),
      (1...500).contains(size.rows)
    else { return nil }
    self = size
  }
}
