package import NavBase
package import NavWire

/// A viewer that plays a recording in its session: the time line, and the keys of the player.
extension ClientCore {
  private static let replayKeys = "Space pauses, , . step, < > marks, 312G 3:12, q ends"

  /// Shows where the replay is, in the last row.
  package mutating func showTimeLine(_ line: TimeLine, at now: Duration) {
    if view.timeLine == nil { messages.show(Self.replayKeys, .news, at: now) }
    view.timeLine = line
  }

  /// Returns what a key asks of the player; nil for one that this viewer handles as any other does.
  package mutating func takeReplayRequest(_ key: Key) -> RecordingPlayer.Request? {
    guard view.timeLine != nil, view.overlay == nil, view.prompt == nil, !input.pointing.hasKeys,
      !input.drags.isActive,
      let request = RecordingPlayer.Request(key, after: Int(input.keys.pending))
    else { return nil }
    input.keys.reset()
    return request
  }

  /// Returns what a click on the time line asks of the player; nil for any other report of the mouse.
  package mutating func takeReplayRequest(
    _ mouse: MouseEvent,
    at now: Duration
  ) -> RecordingPlayer.Request? {
    guard let line = view.timeLine, view.overlay == nil, view.prompt == nil,
      mouse.action == .press, mouse.button == .left, isStatus(row: mouse.row, at: now)
    else { return nil }
    // One blank at the edge.
    let text = StatusLine(screen(at: now)).left.text
    return line.time(atColumn: mouse.column - 1, of: text).map { .time($0) }
  }

  /// Whether this viewer has moved the session away from the recording a moment ago.
  package var leavesReplay: Bool { view.timeLine != nil && operations.oldest != nil }
}
