import ArgumentParser
import Foundation
import NavClient
import NavCommands
import NavConfiguration
import NavDaemon
import Testing

@testable import navclient
@testable import navd

/// The manual in `deploy/man` agrees with the programs' own descriptions.
@Suite("The manual")
struct ManualTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("deploy/man")

  static let names = ["navclient.1", "navd.1", "navd.toml.5"]

  @Test("each page equals the one made from the programs' descriptions", arguments: names)
  func page(name: String) throws {
    let page = try Self.page(name)
    let file = Self.folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["NAV_RECORD"] == "1" {
      try Data(page.utf8).write(to: file)
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    let changed = zip(
      page.split(separator: "\n", omittingEmptySubsequences: false),
      recorded.split(separator: "\n", omittingEmptySubsequences: false)
    ).first { $0 != $1 }
    let difference = changed.map { "\($0)" } ?? "its length"
    #expect(page == recorded, "\(name) is old (NAV_RECORD=1 makes it anew): \(difference)")
  }

  @Test("there are no other files")
  func files() throws {
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(found == Self.names)
  }

  @Test("no line is an accidental formatter command", arguments: names)
  func orders(name: String) throws {
    let known: Set = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi", ".RS", ".RE", ".br"]
    for line in try Self.page(name).split(separator: "\n") where line.hasPrefix(".") {
      let order = String(line.prefix { $0 != " " })
      #expect(known.contains(order) || order == ".\\\"", "\(line)")
    }
  }

  @Test("the manual contains every command and every option of both programs")
  func complete() throws {
    for (name, dump) in [("navclient.1", Navclient._dumpHelp()), ("navd.1", Navd._dumpHelp())] {
      let page = try Self.page(name)
      for command in try HelpDump(dump).command.shown {
        #expect(page.contains(Manual.text(" \(command.commandName)\"")), "\(command.commandName)")
        for option in command.own.flatMap({ $0.names ?? [] }) {
          #expect(page.contains(Manual.text(option.typed)), "\(option.typed)")
        }
      }
    }
  }

  // MARK: Pages

  static func page(_ name: String) throws -> String {
    switch name {
    case "navclient.1": try client()
    case "navd.1": try daemon()
    default: configuration()
    }
  }

  private static func client() throws -> String {
    var page = Manual(try HelpDump(Navclient._dumpHelp()).command, defaultCommand: "attach")
    page.section("KEYS")
    let focuses: [(title: String, bindings: [KeyBinding])] = [
      ("In a deck", KeyTable.pager), ("In a list", KeyTable.list),
      ("In a page that is read", KeyTable.text), ("Everywhere", KeyTable.everywhere),
    ]
    for focus in focuses {
      page.subsection(focus.title)
      for binding in focus.bindings {
        page.item(binding.keys.map(\.name).joined(separator: " "), binding.help)
      }
    }
    page.section("FILES")
    page.item("$XDG_CONFIG_HOME/navd/config.toml", "The configuration, see navd.toml(5).")
    page.item("$XDG_CONFIG_HOME/navd/themes/NAME.toml", "Themes, see navd.toml(5).")
    page.item("$XDG_RUNTIME_DIR/navd", "The sockets of the daemon.")
    page.section("ENVIRONMENT")
    page.item("NAVD_SERVER", "The daemon to talk to over TCP, as --server names it.")
    page.item("NO_COLOR", "Where it is not empty, no colours are used.")
    page.section("SEE ALSO")
    page.paragraph("navd(1), navd.toml(5)")
    return page.page
  }

  private static func daemon() throws -> String {
    var page = Manual(try HelpDump(Navd._dumpHelp()).command, defaultCommand: "serve")
    page.section("SIGNALS")
    page.item("TERM, INT", "It ends, and keeps every session.")
    page.item("HUP", "It reads its configuration again.")
    page.section("FILES")
    page.item("$XDG_CONFIG_HOME/navd/config.toml", "The configuration, see navd.toml(5).")
    page.item("$XDG_STATE_HOME/navd", "What survives: sessions, and where people are in them.")
    page.item("$XDG_RUNTIME_DIR/navd", "The sockets.")
    page.section("SEE ALSO")
    page.paragraph("navclient(1), navd.toml(5)")
    return page.page
  }

  private static func configuration() -> String {
    var page = Manual("navd.toml", section: 5, "The configuration of navd and navclient.")
    page.section("DESCRIPTION")
    page.paragraph(
      "config.toml in $XDG_CONFIG_HOME/navd, else in ~/.config/navd, is a file of TOML that both "
        + "programs read: navd its tables [state] and [limits], navclient its table [viewer]. "
        + "`navd config` and `navclient config` print what holds, and where each value comes from."
    )
    page.section("[state] AND [limits]")
    for key in ConfigurationKey.allCases {
      page.item("\(key)", help(for: key))
    }
    page.section("[viewer]")
    for key in ViewerKey.allCases { page.item("\(key)", key.help) }
    page.section("THEMES")
    page.paragraph(
      "A theme is a file NAME.toml in themes beside config.toml. `navclient themes --print dark` "
        + "prints one that says everything; a theme says what differs from the one that it inherits."
    )
    page.item(
      "inherits = \"dark\"",
      "The theme that it changes: dark, light, auto, or another file."
    )
    page.item(
      "[terminal]",
      "ink and paper: what the terminal's own colours are taken to be where pages are covered."
    )
    for (table, parts) in ViewerManual.themeTables { page.item("[\(table)]", parts) }
    page.paragraph(
      "Each is a colour, \"#6cb6ff\", or a table of color, ansi, ground, ground_ansi, bold, italic, "
        + "underline and dim: ansi and ground_ansi, from 0 to 15, stand in for color and ground on "
        + "terminals with 16 colours."
    )
    page.section("SEE ALSO")
    page.paragraph("navd(1), navclient(1)")
    return page.page
  }

  private static func help(for key: ConfigurationKey) -> String {
    switch key {
    case .stateDirectory: "Where sessions are kept: an absolute path, or one that begins with ~/."
    case .durability:
      "What survives once it is acknowledged: \"process\", the end of the process, or \"power\", a "
        + "loss of power too."
    case .limit(let name):
      "From \(name.range.lowerBound) to \(name.range.upperBound); "
        + "\(ConfigurableLimits()[name]) without."
    case .commands:
      "Whether sessions may show what programs print, which navd runs as its own user: true or "
        + "false; true without."
    }
  }
}
