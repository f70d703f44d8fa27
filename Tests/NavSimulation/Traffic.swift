import NavScene
import NavWire

/// Counts sent messages, separated by whether an idle world may send them.
struct Traffic: Equatable {
  /// Signs of life sent by viewers.
  var alives = 0
  /// Beats sent to viewers, counted once per subscriber.
  var beats = 0
  /// Turns of the daemon.
  var turns = 0
  /// All other messages, by their kind.
  var others: [String: Int] = [:]

  mutating func note(_ request: Request) {
    if case .alive = request.body { alives += 1 } else { note("request") }
  }

  mutating func note(_ message: LayoutMessage) {
    switch message {
    case .beat(let beat) where !beat.isGone: beats += 1
    case .beat: note("gone")
    case .update: note("update")
    case .snapshot: note("snapshot")
    case .bye: note("bye")
    case .keyframe: note("keyframe")
    }
  }

  mutating func note(_ other: String) {
    others[other, default: 0] += 1
  }
}

extension LayoutMessage {
  /// A trace's detail of a message; without sequence numbers, because which of two streams of a
  /// session gets the lower number is not determined.
  var traceDetail: UInt64 {
    switch self {
    case .snapshot(let snapshot): 1 &+ snapshot.hash &+ snapshot.version
    case .update(let update): 2 &+ update.hash &+ update.version
    case .beat(let beat): 3 &+ beat.hash &+ beat.version
    case .bye: 4
    case .keyframe: 5
    }
  }
}
