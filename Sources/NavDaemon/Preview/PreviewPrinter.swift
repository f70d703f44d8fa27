import NavBase
import NavEngine
import NavScene
import NavSystem
import NavViewer

/// Writes the frames of a preview: as text, or as JSON lines.
///
/// Text: a line `== COMMAND  frame N  T ms` (`rest` for the last frame of a motion, `held` during a pan), then the rows
/// without the viewers' status line. JSON: one object for each frame, `{"command", "frame", "time", "rest", "scene",
/// "stacks"}`, `time` in milliseconds since the beginning, and for each stack a `StackEntry`; `{"command", "rejected"}`
/// if a command was not possible; and before a command's frames, if events are requested, `{"command", "event",
/// "pager", "page", "frame"}`: an `event` is the `destination`, or a page that is `passing` on the way there; `page`
/// counts from 1, `frame` is that of the motion (D-8, MBX-7). The cells of bars above pages are reported in the same
/// way: `{"command", "event", "pager", "column", "cell"}`, an `event` being `allocate`, `reuse`, `will-display`,
/// `did-end-displaying`, `did-select`, `did-deselect`, `will-reload` or `did-reload`; `column` counts from 1, `cell` is
/// the cell's number (ZX-4, ZX-5). Around these, `{"command", "event", "container"}` for each container whose content
/// was read again: `will-reload` before and `did-reload` after.
package struct PreviewPrinter: Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case text, json
  }

  /// The frames that are written.
  package enum Frames: String, CaseIterable, Sendable {
    /// Every frame of each motion.
    case all
    /// Frames that differ from the one before, and frames at rest.
    case changed
    /// The first, the middle and the last one of each motion.
    case some
    /// The last frame before the next command.
    case rest
  }

  private let format: Format
  private let frames: Frames
  private let depth: ColorDepth?
  private let hasEvents: Bool
  private var shown: Scene?

  /// - Parameters:
  ///   - format: how frames are written.
  ///   - frames: the frames to write; nil for `some` as text and `changed` as JSON.
  ///   - isColored: whether text has colours.
  ///   - hasEvents: whether the events of pagers and bars are written.
  package init(
    _ format: Format,
    frames: Frames? = nil,
    isColored: Bool = false,
    hasEvents: Bool = false
  ) {
    self.format = format
    self.hasEvents = hasEvents
    self.frames = frames ?? (format == .text ? .some : .changed)
    depth = isColored ? .truecolor : nil
  }

  /// Returns the lines of an outcome.
  package mutating func lines(of outcome: PreviewOutcome) throws -> [String] {
    var lines: [String] = []
    if hasEvents {
      lines += try outcome.reloaded.map { try line(of: "will-reload", $0, outcome.command) }
      lines += try outcome.events.map { try line(of: $0, outcome.command) }
      lines += try outcome.barEvents.map { try line(of: $0, outcome.command) }
      lines += try outcome.reloaded.map { try line(of: "did-reload", $0, outcome.command) }
    }
    for frame in chosen(outcome.frames) {
      switch format {
      case .text: lines += [Self.header(of: frame)] + ScenePicture(frame.scene, depth: depth).lines
      case .json: lines.append(try JSONText.encode(FrameEntry(frame)))
      }
    }
    if let rejection = outcome.rejection {
      switch format {
      case .text: lines.append("== \(outcome.command)  rejected: \(rejection)")
      case .json:
        let entry = RejectionEntry(command: outcome.command, rejected: rejection)
        lines.append(try JSONText.encode(entry))
      }
    }
    return lines
  }

  private func line(of event: PageEvent, _ command: String) throws -> String {
    let name = event.event.kind == .destination ? "destination" : "passing"
    let entry = EventEntry(
      command: command,
      event: name,
      pager: event.pager.rawValue,
      page: event.event.page + 1,
      frame: event.event.frame
    )
    switch format {
    case .text:
      return
        "== \(command)  \(name) page \(entry.page) of pager \(entry.pager), frame \(entry.frame)"
    case .json: return try JSONText.encode(entry)
    }
  }

  private func line(of event: BarEvent, _ command: String) throws -> String {
    let entry = BarEventEntry(event, command)
    switch format {
    case .text:
      let column = entry.column.map { " column \($0)" } ?? ""
      let cell = entry.cell.map { ", cell \($0)" } ?? ""
      let of = column.isEmpty ? " the bar" : column
      return "== \(command)  \(entry.event)\(of) of pager \(entry.pager)\(cell)"
    case .json: return try JSONText.encode(entry)
    }
  }

  private func line(
    of event: String,
    _ container: ContainerID,
    _ command: String
  ) throws -> String {
    let entry = ReloadEntry(command: command, event: event, container: container.rawValue)
    switch format {
    case .text: return "== \(command)  \(event) container \(entry.container)"
    case .json: return try JSONText.encode(entry)
    }
  }

  private mutating func chosen(_ all: [PreviewFrame]) -> [PreviewFrame] {
    switch frames {
    case .all: return all
    case .rest: return all.last.map { [$0] } ?? []
    case .some:
      let indices = [0, all.count / 2, all.count - 1].filter(all.indices.contains)
      return Set(indices).sorted().map { all[$0] }
    case .changed:
      return all.filter { frame in
        // A frame at rest is always written, as it reports that no motion is left, even if there was none.
        defer { shown = frame.scene }
        return frame.scene != shown || frame.stage == .rest
      }
    }
  }

  private static func header(of frame: PreviewFrame) -> String {
    let stage =
      switch frame.stage {
      case .rest: "rest"
      case .held: "held"
      case .start, .moving: "frame \(frame.frame)"
      }
    return "== \(frame.command)  \(stage)  \(milliseconds(frame.time)) ms"
  }

  /// Returns whole milliseconds.
  fileprivate static func milliseconds(_ time: Duration) -> Int64 { time.nanoseconds / 1_000_000 }
}

private struct FrameEntry: Encodable {
  let command: String
  let frame: Int
  let time: Int64
  let rest: Bool
  let scene: SceneEntry
  let stacks: [StackEntry]

  init(_ frame: PreviewFrame) {
    command = frame.command
    self.frame = frame.frame
    time = PreviewPrinter.milliseconds(frame.time)
    rest = frame.stage == .rest
    scene = SceneEntry(frame.scene, size: frame.scene.viewport)
    stacks = frame.stacks.map { StackEntry($0) }
  }
}

private struct EventEntry: Encodable {
  let command: String
  let event: String
  let pager: UInt32
  let page: Int
  let frame: Int
}

private struct BarEventEntry: Encodable {
  let command: String
  let event: String
  let pager: UInt32
  /// From 1.
  var column: Int?
  var cell: Int?

  init(_ event: BarEvent, _ command: String) {
    self.command = command
    pager = event.pager.rawValue
    let place: (column: Int, cell: Int?)?
    switch event.event {
    case .allocate(let serial, let column): (self.event, place) = ("allocate", (column, serial))
    case .reuse(let serial, let column): (self.event, place) = ("reuse", (column, serial))
    case .willDisplay(let serial, let column):
      (self.event, place) = ("will-display", (column, serial))
    case .didEndDisplaying(let serial, let column):
      (self.event, place) = ("did-end-displaying", (column, serial))
    case .didDeselect(let column): (self.event, place) = ("did-deselect", (column, nil))
    case .didSelect(let column): (self.event, place) = ("did-select", (column, nil))
    case .willReload: (self.event, place) = ("will-reload", nil)
    case .didReload: (self.event, place) = ("did-reload", nil)
    }
    column = place.map { $0.column + 1 }
    cell = place?.cell
  }
}

private struct ReloadEntry: Encodable {
  let command: String
  let event: String
  let container: UInt32
}

private struct RejectionEntry: Encodable {
  let command: String
  let rejected: String
}
