import NavSync
import NavWire

/// The bytes of an update on the wire, and what they are for.
struct WireBytes {
  /// All frames with the transport's framing.
  let total: Int
  /// What the text rows take of it.
  let rows: Int

  /// Everything else: the timeline, containers and their titles, the topic, the hash, the framing.
  var motion: Int { total - rows }

  init(_ frames: [[UInt8]], of update: Update) throws {
    let body = LayoutMessage.update(update).encoded()
    guard frames.last == body else {
      throw BenchError(
        "navd writes an update differently: build navd and navbench from one checkout"
      )
    }
    var rest = update
    rest.timeline?.changes.removeAll { change in
      if case .rows = change.change { true } else { false }
    }
    total = Self.count(frames)
    rows = body.count - LayoutMessage.update(rest).encoded().count
  }

  /// The bytes of a message's frames as ZMTP 3 sends them: flags and a length of 1 or 8 bytes before each.
  static func count(_ frames: [[UInt8]]) -> Int {
    frames.reduce(0) { $0 + $1.count + ($1.count <= 255 ? 2 : 9) }
  }
}
