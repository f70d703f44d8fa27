import Foundation
import NavBase
import NavDaemon
import NavScene

@testable import NavViewer

/// One screen of the gallery: content, commands, and the viewer's own state.
struct Exhibit: Sendable {
  let name: String
  /// A file beside this one.
  let scene: String
  /// The commands, in the syntax of `navd layout`.
  var commands = ""
  /// The frame of the last command's motion, from 0 (its first) to 1 (at rest).
  var moment = 1.0
  /// The size of the layout; nil for the terminal's.
  var layoutSize: CellSize?
  /// Whether the layout is another viewer's: then it is centred and never cut off.
  var isLetterboxed = false
  /// Changes to the viewer's own screen.
  var change: @Sendable (inout Screen) -> Void = { _ in }

  /// Returns the screen of a viewer of a size.
  func screen(in size: CellSize) throws -> Screen {
    let content = try Preview.content(at: Self.scenes + "/" + scene)
    var layout = layoutSize ?? size
    if isLetterboxed {
      layout.columns = min(layout.columns, size.columns)
      layout.rows = min(layout.rows, size.rows)
    }
    var preview = try Preview(content, size: layout)
    var frames = preview.opening.frames
    let words = commands.split(separator: " ").map(String.init)
    var rejection: String?
    preview.perform(try Script(words: words).commands) { outcome in
      rejection = rejection ?? outcome.rejection
      if !outcome.frames.isEmpty { frames = outcome.frames }
    }
    if let rejection { throw PreviewError(.usage, "\(name) in \(size): \(rejection)") }
    let index = Int((Double(frames.count - 1) * moment).rounded())
    var screen = ScreenTests.screen(frames[index].scene, size)
    if isLetterboxed {
      screen.origin = CellPoint(
        x: (size.columns - layout.columns) / 2,
        y: (size.rows - layout.rows) / 2
      )
    }
    change(&screen)
    return screen
  }

  private static let scenes = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Scenes").path
}

extension Exhibit {
  static let sizes = [
    CellSize.standardTerminal, CellSize(columns: 200, rows: 60), CellSize(columns: 40, rows: 12),
    CellSize(columns: 20, rows: 6),
  ]

  static let all = screens + overlays

  private static let screens = [
    Exhibit(name: "deck-title", scene: "talk.md"),
    Exhibit(name: "deck-table", scene: "talk.md", commands: "goto 2"),
    Exhibit(name: "deck-code", scene: "talk.md", commands: "goto 3"),
    Exhibit(name: "deck-tongues", scene: "talk.md", commands: "goto 4"),
    Exhibit(name: "deck-long", scene: "talk.md", commands: "goto 5 next"),
    Exhibit(name: "deck-turn", scene: "talk.md", commands: "next", moment: 0.4),
    Exhibit(name: "stack-two", scene: "library.yaml", commands: "key Enter"),
    Exhibit(
      name: "stack-push",
      scene: "library.yaml",
      commands: "key Enter key Enter",
      moment: 0.35
    ),
    Exhibit(name: "stack-three", scene: "library.yaml", commands: "key Enter key Enter"),
    Exhibit(
      name: "stack-text",
      scene: "library.yaml",
      commands: "key Enter key Enter key Enter"
    ),
    Exhibit(name: "tabs", scene: "desk.yaml", commands: "key Down"),
    Exhibit(name: "split", scene: "split.yaml", commands: "key Down"),
    Exhibit(name: "split-nested", scene: "split.yaml", commands: "next-part next-part"),
    Exhibit(name: "tabs-attachment", scene: "desk.yaml", commands: "tab 2 attachment"),
    Exhibit(name: "book", scene: "calendar.yaml"),
    Exhibit(name: "book-curl", scene: "calendar.yaml", commands: "next", moment: 0.4),
    Exhibit(name: "options-move", scene: "years.yaml", commands: "goto 7 next", moment: 0.5),
    Exhibit(name: "buttons-move", scene: "channels-buttons.yaml", commands: "next", moment: 0.5),
    Exhibit(name: "arrows", scene: "channels-arrows.yaml", commands: "next"),
    Exhibit(name: "segments", scene: "channels-segments.yaml", commands: "next"),
    Exhibit(name: "vertical-move", scene: "floors.yaml", commands: "next", moment: 0.5),
    Exhibit(name: "sections", scene: "cities.yaml", commands: "key Down key Down"),
    Exhibit(name: "board", scene: "plan.yaml"),
    Exhibit(name: "help", scene: "talk.md") { $0.openHelp() },
    Exhibit(name: "help-list", scene: "library.yaml", commands: "key Enter") {
      $0.openHelp()
    },
    Exhibit(name: "reconnecting", scene: "talk.md") {
      $0.scene?.viewers = 3
      $0.sync.staleness = .reconnecting(seconds: 3)
    },
    Exhibit(name: "message", scene: "library.yaml", commands: "key Enter") {
      $0.scene?.viewers = 3
      $0.notice.text = "there is no page 12: give 1 to 4"
    },
    Exhibit(name: "warnings", scene: "cities.yaml") {
      $0.scene?.viewers = 3
      $0.scene?.isUnsaved = true
    },
    Exhibit(
      name: "other-size",
      scene: "desk.yaml",
      layoutSize: CellSize(columns: 60, rows: 16)
    ),
  ]

  /// Overlays, prompts, and search results.
  private static let overlays = [
    Exhibit(name: "palette", scene: "talk.md") { $0.show(OverlaySamples.palette("")) },
    Exhibit(name: "palette-typed", scene: "library.yaml", commands: "key Enter") {
      $0.show(OverlaySamples.palette("ta", focus: .list))
    },
    Exhibit(name: "palette-wrong", scene: "talk.md") {
      $0.show(OverlaySamples.palette("tab 99", [Key(.enter)]))
    },
    Exhibit(name: "outline", scene: "talk.md", commands: "goto 3") {
      $0.show(OverlaySamples.outline(""))
    },
    Exhibit(name: "viewers", scene: "desk.yaml") {
      $0.scene?.viewers = 7
      $0.show(OverlaySamples.manyViewers)
    },
    Exhibit(name: "messages", scene: "library.yaml", commands: "key Enter") {
      $0.show(OverlaySamples.messages)
    },
    Exhibit(name: "search-typing", scene: "talk.md", commands: "goto 2") {
      $0.typing.prompt = .typed(.search, "every sec")
    },
    Exhibit(name: "search", scene: "talk.md", commands: "search every"),
    Exhibit(name: "search-list", scene: "library.yaml", commands: "search z"),
    Exhibit(name: "filter-typing", scene: "cities.yaml") {
      $0.typing.prompt = .typed(.filter, "ber")
    },
    Exhibit(name: "filter", scene: "cities.yaml", commands: "filter an"),
    Exhibit(
      name: "letterbox",
      scene: "library.yaml",
      commands: "key Enter",
      layoutSize: CellSize(columns: 64, rows: 18),
      isLetterboxed: true
    ) { $0.scene?.viewers = 2 },
    Exhibit(
      name: "letterbox-outline",
      scene: "desk.yaml",
      layoutSize: CellSize(columns: 64, rows: 18),
      isLetterboxed: true
    ) { $0.show(OverlaySamples.outline("")) },
  ]
}

extension Screen {
  fileprivate mutating func show(_ overlay: Overlay) {
    self.overlay = overlay.picture(in: size, at: .seconds(90))
  }
}
