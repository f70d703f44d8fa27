import NavSync
import NavWire

/// Counts what is sent, by whether it may be sent while nothing happens.
struct Traffic: Equatable {
  /// Said by viewers.
  var alives = 0
  /// Said to viewers, counted once per subscriber.
  var beats = 0
  /// Turns of the daemon.
  var turns = 0
  /// Everything else: a place of the protocol where something goes on.
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
  /// What a trace notes of a message; sequence numbers are left out, because which stream of a
  /// session gets the lower one of two is not determined.
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
