import ArgumentParser
import Glibc
import NavBase
import NavClient
import NavContent
import NavSystem
import NavViewer

/// Checks files for mistakes, without a daemon.
struct LintFiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Looks for mistakes in decks, scenes, documents, scripts and settings.",
    discussion: """
      navclient lint talk.md app.yaml
      navclient lint ~/.config/navd/config.toml ~/.config/navd/themes/mine.toml
      navclient lint demo.nav
      navclient lint --as deck README
      navclient lint --json talk.md

      Each mistake is printed as file:line:column, the problem, and what to do; the line follows. A file's type \
      follows from its name; YAML with the keys of a scene is a scene, any other YAML a document like JSON. A \
      deck is shown whatever is found in it; a scene or a theme with an error is not, a script does not begin, and \
      navd does not start with a configuration that has one. The JSON is an array, [] where nothing was found, of objects with the \
      keys path, line, column (in characters, both from 1), severity (error, warning), problem and excerpt.

      Exit codes: 0 nothing was found, 65 something was found, 66 a file does not exist or can't be read.
      """
  )

  /// The kind of file to check for.
  struct Kind: ExpressibleByArgument {
    enum Check {
      case content(Lint.Kind)
      case settings(FileCheck.Kind)
    }

    let name: String
    let check: Check

    static let all =
      (PathKind.allCases.compactMap(\.lint) + [.script])
      .map { Kind(name: $0.name, check: .content($0)) }
      + FileCheck.Kind.allCases.map { Kind(name: $0.rawValue, check: .settings($0)) }

    init?(argument: String) {
      guard let kind = Self.all.first(where: { $0.name == argument }) else { return nil }
      self = kind
    }

    private init(name: String, check: Check) {
      self.name = name
      self.check = check
    }

    static var allValueStrings: [String] { all.map(\.name) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  }

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "What the files are, whatever their names.",
      valueName: Kind.allValueStrings.joined(separator: "|")
    )
  )
  var kind: Kind?

  @Flag(help: "Print a JSON array.")
  var json = false

  @Argument(help: "The files.", completion: .file())
  var paths: [String]

  func run() throws {
    var findings: [LintFinding] = []
    var worst: NavViewer.ExitCode?
    for path in paths {
      do throws(ClientExit) {
        findings += try found(in: path)
      } catch {
        Console.printError(error.text ?? "")
        worst = worst ?? error.code
      }
    }
    Console.print(
      json ? try LintListing.json(findings) + "\n" : LintReport.text(findings),
      terminator: ""
    )
    try running { () throws(ClientExit) in
      if let worst { throw ClientExit(worst) }
      if !findings.isEmpty { throw ClientExit(.badData) }
    }
  }

  private func found(in path: String) throws(ClientExit) -> [LintFinding] {
    switch kind?.check {
    case .content(let kind): return try content(in: path, as: kind)
    case .settings(let kind): return try settings(in: path, as: kind)
    case nil: break
    }
    if let kind = PathKind(ofFileNamed: [path], at: path)?.lint {
      return try content(in: path, as: kind)
    }
    if path.lowercased().hasSuffix(".nav") { return try content(in: path, as: .script) }
    if path.lowercased().hasSuffix(".toml") { return try settings(in: path, as: nil) }
    guard access(path.utf8.terminated, F_OK) == 0 else {
      throw ClientExit(.noInput, "can't open \(path): \(String(cString: strerror(errno)))")
    }
    let names =
      Kind.allValueStrings.dropLast().joined(separator: ", ")
      + " or \(Kind.allValueStrings.last ?? "")"
    throw ClientExit(
      .usage,
      "\(path): its name does not tell what it is; say --as \(names)"
    )
  }

  private func content(
    in path: String,
    as kind: Lint.Kind
  ) throws(ClientExit) -> [LintFinding] {
    do throws(ContentError) {
      return try Lint.findings(in: path, as: kind)
    } catch {
      let isForbidden = if case .notPermitted = error { true } else { false }
      throw ClientExit(isForbidden ? .notPermitted : .noInput, "\(error)")
    }
  }

  private func settings(
    in path: String,
    as kind: FileCheck.Kind?
  ) throws(ClientExit) -> [LintFinding] {
    let bytes: [UInt8]
    do throws(ConfigurationFileError) {
      bytes = try ConfigurationFile.read(path: path)
    } catch {
      throw ClientExit(error.code == .notPermitted ? .notPermitted : .noInput, "\(error)")
    }
    let text = LintedText(String(decoding: bytes, as: UTF8.self), path: path, breaks: .toml)
    let kind = kind ?? FileCheck.kind(of: path, bytes)
    return FileCheck.faults(in: bytes, as: kind, at: path).map { fault in
      text.finding(
        fault.problem,
        fault.weight == .strangeName && kind == .config ? .warning : .error,
        line: fault.line,
        column: fault.column
      )
    }
  }
}

/// Formats findings for programs.
enum LintListing {
  /// Returns a JSON array.
  static func json(_ findings: [LintFinding]) throws -> String {
    try JSONText.encode(findings.map(Entry.init))
  }

  private struct Entry: Encodable {
    let path: String
    let line: Int
    let column: Int
    let severity: String
    let problem: String
    let excerpt: String

    init(_ finding: LintFinding) {
      path = finding.path
      line = finding.line
      column = finding.column
      severity = finding.severity.rawValue
      problem = finding.problem
      excerpt = finding.excerpt
    }
  }
}
