import ArgumentParser
import Glibc
import NavClient
import NavContent
import NavSystem
import NavViewer

/// Checks files for mistakes, without a daemon.
struct LintFiles: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Looks for mistakes in decks, scenes, documents, configuration and theme files.",
    discussion: """
      navclient lint talk.md app.yaml
      navclient lint ~/.config/navd/config.toml ~/.config/navd/themes/mine.toml
      navclient lint --as deck README
      navclient lint --json talk.md

      Each mistake is printed as file:line:column, the problem, and what to do; the line follows. A file's type \
      follows from its name; YAML with the keys of a scene is a scene, any other YAML a document like JSON. A \
      deck is shown whatever is found in it; a scene or a theme with an error is not, and navd does not start \
      with a configuration that has one. The JSON is an array, [] where nothing was found, of objects with the \
      keys path, line, column (in characters, both from 1), severity (error, warning), problem and excerpt.

      Exit codes: 0 nothing was found, 65 something was found, 66 a file does not exist or can't be read.
      """
  )

  /// The kind of file to check for.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case deck, scene, document, config, theme
  }

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "What the files are, whatever their names.",
      valueName: "deck|scene|document|config|theme"
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
        printError(error.text ?? "")
        worst = worst ?? error.code
      }
    }
    print(
      json ? try LintListing.json(findings) + "\n" : LintReport.text(findings),
      terminator: ""
    )
    try running { () throws(ClientExit) in
      if let worst { throw ClientExit(worst) }
      if !findings.isEmpty { throw ClientExit(.badData) }
    }
  }

  private func found(in path: String) throws(ClientExit) -> [LintFinding] {
    switch kind {
    case .deck: return try content(in: path, as: .deck)
    case .scene: return try content(in: path, as: .scene)
    case .document: return try content(in: path, as: .document)
    case .config: return try settings(in: path, as: .config)
    case .theme: return try settings(in: path, as: .theme)
    case nil: break
    }
    if let kind = Lint.kind(of: path) {
      let isScene = kind == .scene && SceneGuess(path: path).isScene
      return try content(in: path, as: kind == .scene && !isScene ? .document : kind)
    }
    if path.lowercased().hasSuffix(".toml") { return try settings(in: path, as: nil) }
    guard access(path, F_OK) == 0 else {
      throw ClientExit(.noInput, "can't open \(path): \(String(cString: strerror(errno)))")
    }
    throw ClientExit(
      .usage,
      "\(path): its name does not tell what it is; say --as deck, scene, document, config or theme"
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
