import ArgumentParser
import Glibc
import NavBase
import NavClient
import NavContent
import NavSystem
import NavViewer
import NavWire

/// The content of a new session.
///
/// Its groups contain no others: a debug build of the parser checks those of each level four times as often.
struct ContentOptions: ParsableArguments {
  @OptionGroup var named: NamedContent
  @OptionGroup var directories: DirectoryOptions
  @OptionGroup var programs: ProgramOptions

  @Argument(
    help: ArgumentHelp("Show it, as --open does.", valueName: "path"),
    completion: .file()
  )
  var paths: [String] = []

  @Flag(
    help:
      "With --server: the paths are those of the daemon's machine; without it, the files are sent there."
  )
  var onServer = false

  func validate() throws {
    try checkPaths()
    if onServer, opened.contains(ContentSpec.standardInput) {
      throw ValidationError("- is standard input: leave --on-server out")
    }
    if let order = directories.name, opened.isEmpty,
      !named.given.contains(where: \.kind.traits.hasTrees)
    {
      let options = PathKind.allCases.map(\.traits).filter(\.hasTrees).compactMap(\.option)
      throw ValidationError(
        "\(order) is about directories: give \(Self.listing(options, with: "or")) as well"
      )
    }
    if (opened.isEmpty ? 0 : 1) + named.given.count + programs.given.count > 1 {
      throw ValidationError("give one of \(Self.listing(Self.options, with: "and"))")
    }
    if opened.count > 1, opened.contains(ContentSpec.standardInput) {
      throw ValidationError("- is standard input: give it alone")
    }
    if opened.count > ContentSpec.mostTabs {
      throw ValidationError("give at most \(ContentSpec.mostTabs) paths")
    }
  }

  /// Whether the user named any content; otherwise the tour is shown.
  var isGiven: Bool {
    !opened.isEmpty || !named.given.isEmpty || !programs.given.isEmpty
  }

  /// The options that name the content's kind; at most one may be given.
  static let options =
    PathKind.allCases.compactMap(\.traits.option) + CommandLine.Kind.allCases.map(\.option)

  /// Returns `--open` and further options for a message.
  private static func listing(_ options: [ContentOption], with conjunction: String) -> String {
    let names = (["open"] + options.map(\.name)).map { "--" + $0 }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) \(names.last ?? "")"
  }

  /// The paths whose kind is guessed, from `--open` and from arguments without an option.
  private var opened: [String] { named.open + paths }

  /// Throws if a path names no file and does not look like a path: it was meant to be a command.
  private func checkPaths() throws {
    for path in paths where path != ContentSpec.standardInput && !onServer {
      guard !path.isEmpty else {
        throw ValidationError("a path is empty: name a file or leave it out")
      }
      guard !path.contains(where: { "./".contains($0) }), access(path.utf8.terminated, F_OK) != 0
      else { continue }
      throw ValidationError(CommandWords.notACommand(path) + ", and no file is called so here")
    }
  }

  /// Returns the content that the user named; nil if none.
  func content() throws(ClientExit) -> ContentSpec? {
    let content = try contentAsItIs()
    guard let content, let order = directories.name else { return content }
    guard content.hasTrees else {
      throw ClientExit(
        .usage,
        "\(content.origin) is no directory: leave \(order) out"
      )
    }
    return content.ordered(directories.order)
  }

  /// Returns that content with its directories in the default order.
  private func contentAsItIs() throws(ClientExit) -> ContentSpec? {
    let standardInput = ContentSpec.standardInput
    if onServer { return try contentOnServer() }
    if let content = try programs.content() { return content }
    if let (kind, path) = named.given.first {
      if path == standardInput, let form = kind.traits.form {
        return try .fromStandardInput(as: form)
      }
      return try .named(kind, at: path)
    }
    if opened == [standardInput] { return try .fromStandardInput().checked }
    return try ContentSpec.guessing(opened)
  }
}

extension ContentSpec {
  /// Guesses the content at some paths, each behind a side tab; nil for none.
  ///
  /// - Throws: `.noInput` for a path at which nothing can be shown.
  static func guessing(_ paths: [String]) throws(ClientExit) -> ContentSpec? {
    var contents: [ContentSpec] = []
    for path in paths { contents.append(try .guessing(path)) }
    return contents.count > 1 ? .tabs(contents) : contents.first
  }
}

extension ContentOptions {
  /// Returns that content with paths of the daemon's machine, where nothing can be looked at.
  private func contentOnServer() throws(ClientExit) -> ContentSpec? {
    if let content = try programs.content() { return content }
    if let (kind, path) = named.given.first {
      return .path(PathContent(kind, try .onServer(path)))
    }
    var contents: [ContentSpec] = []
    for path in opened { contents.append(try ContentSpec.onServer(at: String.onServer(path))) }
    return contents.count > 1 ? .tabs(contents) : contents.first
  }
}

extension String {
  /// Returns a path of the daemon's machine.
  ///
  /// - Throws: `.usage` for a relative path: the client has no working directory on that machine.
  fileprivate static func onServer(_ path: String) throws(ClientExit) -> String {
    guard path.hasPrefix("/") else {
      throw ClientExit(.usage, "--on-server wants absolute paths, and '\(path)' is none")
    }
    return path
  }
}

extension ContentSpec {
  /// Guesses the content at a path of the daemon's machine by its name.
  ///
  /// - Throws: `.usage` for a name that does not tell it.
  fileprivate static func onServer(at path: String) throws(ClientExit) -> ContentSpec {
    let name = path.lastComponent ?? ""
    if name == FoundPath.summaryName { return .docs(path: path) }
    // YAML is a scene or a document.
    guard let kind = PathKind(ofFileNamed: name), kind != .scene else {
      throw ClientExit(
        .usage,
        "'\(path)' does not tell what it is: give it with --deck, --tree, --docs, --outline or --scene"
      )
    }
    return .path(PathContent(kind, path))
  }

  /// Returns the content; a text that looks like a JSON document but is not one becomes plain
  /// output.
  fileprivate var checked: ContentSpec {
    guard case .text(var text) = self, text.form == .outline else { return self }
    let format = DataDocument.Format(guessing: text.bytes)
    let document = DataDocument(text.bytes, format: format)
    while document.readOn() {}
    if document.progress.fault != nil { text.form = .printed }
    return .text(text)
  }
}
