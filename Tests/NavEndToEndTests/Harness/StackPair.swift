import Foundation
import Testing

/// A narrow and a wide viewer, 80x24 and 200x60, of a session that shows `Folder.music`, without previews.
final class StackPair {
  let sandbox: Sandbox
  let daemon: Daemon
  let folder: Folder
  let narrow: TerminalSession
  let wide: TerminalSession

  init() throws {
    sandbox = try Sandbox()
    daemon = try Daemon(in: sandbox)
    folder = try Folder.music(in: sandbox)
    narrow = try TerminalSession(in: sandbox, "narrow", "--session", "x", "--open", folder.path)
    try narrow.wait(until: "shows the directory") { $0.titles == ["music"] }
    try sandbox.succeed("send", "-s", "x", "preview", "off")
    wide = try TerminalSession(in: sandbox, "wide", columns: 200, rows: 60, "--session", "x")
    try wide.wait(until: "shows the directory") { $0.titles == ["music"] }
  }

  /// Both terminals and the column where their pages meet: the middle.
  var terminals: [(TerminalSession, middle: Int)] { [(narrow, 40), (wide, 100)] }

  /// Waits until both viewers rest on a stack of so many pages, with these visible titles and the selection at a
  /// position such as `2/3`.
  func wait(
    forDepth depth: Int,
    showing titles: [String],
    at place: String?,
    isText: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    for (terminal, middle) in terminals {
      let edges = Self.edges(ofDepth: depth, middle: middle, isText: isText)
      try terminal.wait(
        until: "shows \(titles) at \(place ?? "no place"), edges in \(edges)",
        at: location
      ) { screen in
        screen.edges == edges && screen.titles == titles
          && screen.statusWords.filter { $0.contains("/") } == (place.map { [$0] } ?? [])
      }
    }
  }

  /// Expects that both viewers show this entry as selected.
  func expectSelection(
    _ name: String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    for (terminal, _) in terminals {
      let selected = Selection.active(in: try terminal.styledText())
      let screen = try terminal.screen()
      #expect(selected == name, "\(screen)", sourceLocation: location)
    }
  }

  /// Returns the left edges of pages at rest: one column for each of the three topmost covered pages, and the list at
  /// the right half; a text page takes all columns beside the edges.
  private static func edges(ofDepth depth: Int, middle: Int, isText: Bool) -> [Int] {
    guard depth > 1 else { return [] }
    if isText { return Array(0..<min(depth, 3)) }
    return (depth > 2 ? Array(0..<min(depth - 1, 3)) : []) + [middle]
  }
}
