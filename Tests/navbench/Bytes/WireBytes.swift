import NavSync
import NavWire

/// The bytes of an update on the wire, by purpose.
struct WireBytes {
  /// All frames including the transport's framing.
  let total: Int
  /// The part taken by text rows.
  let rows: Int

  /// The rest: the timeline, containers and their titles, the topic, the hash, the framing.
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

  /// Returns the size of a message's frames in ZMTP 3: flags and a length of 1 or 8 bytes before each.
  static func count(_ frames: [[UInt8]]) -> Int {
    frames.reduce(0) { $0 + $1.count + ($1.count <= 255 ? 2 : 9) }
  }
}
