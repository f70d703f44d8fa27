import ArgumentParser
import Foundation

@testable import navclient
@testable import navd

/// A page of the manual: its prose in `Prose/NAME.SECTION.md`, and what the code adds to it.
struct ManualPage {
  let name: String
  let section: Int
  let abstract: String
  var parts: [String: ManualPart] = [:]
  var values: [String: String] = [:]

  /// The name of the file in `deploy/man`.
  var file: String { "\(name).\(section)" }

  /// Every page, in the order of the names of their files.
  static func all() throws -> [ManualPage] {
    let client = try HelpDump(Navclient._dumpHelp()).command
    let daemon = try HelpDump(Navd._dumpHelp()).command
    return [
      ManualPage(
        name: "navclient",
        section: 1,
        abstract: client.abstract ?? "",
        parts: ProgramManual.clientParts(client),
        values: ProgramManual.values
      ),
      ManualPage(
        name: "navd",
        section: 1,
        abstract: daemon.abstract ?? "",
        parts: ProgramManual.daemonParts(daemon)
      ),
      ManualPage(
        name: "navd-coming-from",
        section: 7,
        abstract: "What users of presenterm, slidev and tmux type in navclient."
      ),
      ManualPage(
        name: "navd-deck",
        section: 5,
        abstract: "The Markdown decks of navd.",
        parts: DeckManual.parts,
        values: DeckManual.values
      ),
      ManualPage(
        name: "navd-keys",
        section: 7,
        abstract: "Keys, commands and the mouse in navclient.",
        parts: KeysManual.parts,
        values: KeysManual.values
      ),
      ManualPage(
        name: "navd-limits",
        section: 7,
        abstract: "The limits of navd and navclient.",
        parts: LimitsManual.parts,
        values: LimitsManual.values
      ),
      ManualPage(
        name: "navd-scene",
        section: 5,
        abstract: "Scene files of navd.",
        parts: SceneManual.parts,
        values: SceneManual.values
      ),
      ManualPage(
        name: "navd-themes",
        section: 7,
        abstract: "The built-in themes of navd.",
        parts: ThemesManual.parts
      ),
      ManualPage(
        name: "navd.toml",
        section: 5,
        abstract: "The configuration of navd and navclient.",
        parts: ConfigurationManual.parts
      ),
    ]
  }

  /// The page as it is recorded.
  func text() throws -> String {
    var page = Manual(name, section: section, abstract)
    try page.add(markdown: Self.prose(of: file), parts: parts, values: values)
    return page.page
  }

  /// The prose of the page with this file name.
  static func prose(of file: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent("Prose/\(file).md"), encoding: .utf8)
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let repository = folder.deletingLastPathComponent().deletingLastPathComponent()
}
