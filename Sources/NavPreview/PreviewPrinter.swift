import NavCanvas
import NavGeometry
import NavInspect
import NavLayout

/// Writes what a preview shows: as text, or as JSON lines.
///
/// Text: a line `== COMMAND  frame N  T ms` (`rest` for the last frame of a motion, `held` while a
/// finger is down), then the rows without the viewers' status line. JSON: one object for each frame,
/// `{"command", "frame", "time", "rest", "scene"}`, `time` in milliseconds since the beginning; and
/// `{"command", "rejected"}` where a command was not possible.
package struct PreviewPrinter: Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case text, json
  }

  /// Which frames are written.
  package enum Frames: String, CaseIterable, Sendable {
    /// Every frame of each motion.
    case all
    /// Those in which something is elsewhere than in the one before.
    case changed
    /// The first, the middle and the last one of each motion.
    case some
    /// What is seen at last, when the next command comes.
    case rest
  }

  private let format: Format
  private let frames: Frames
  private let depth: ColorDepth?
  private var shown: Scene?

  /// - Parameters:
  ///   - format: how frames are written.
  ///   - frames: which; nil for `some` as text and `changed` as JSON.
  ///   - isColored: whether text has colours.
  package init(_ format: Format, frames: Frames? = nil, isColored: Bool = false) {
    self.format = format
    self.frames = frames ?? (format == .text ? .some : .changed)
    depth = isColored ? .truecolor : nil
  }

  /// The lines of an outcome.
  package mutating func lines(of outcome: PreviewOutcome) throws -> [String] {
    var lines: [String] = []
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

  private mutating func chosen(_ all: [PreviewFrame]) -> [PreviewFrame] {
    switch frames {
    case .all: return all
    case .rest: return all.last.map { [$0] } ?? []
    case .some:
      let indices = [0, all.count / 2, all.count - 1].filter(all.indices.contains)
      return Set(indices).sorted().map { all[$0] }
    case .changed:
      return all.filter { frame in
        // At rest it is said that nothing moves any more, also where nothing did.
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

  /// In whole ones.
  fileprivate static func milliseconds(_ time: Duration) -> Int64 { time.nanoseconds / 1_000_000 }
}

private struct FrameEntry: Encodable {
  let command: String
  let frame: Int
  let time: Int64
  let rest: Bool
  let scene: SceneEntry

  init(_ frame: PreviewFrame) {
    command = frame.command
    self.frame = frame.frame
    time = PreviewPrinter.milliseconds(frame.time)
    rest = frame.stage == .rest
    scene = SceneEntry(frame.scene, size: frame.scene.viewport)
  }
}

private struct RejectionEntry: Encodable {
  let command: String
  let rejected: String
}
