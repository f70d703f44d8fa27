import NavHost
import NavScene
import NavTestKit
import NavWire

/// Checks for a store that answers later: each version that is published, and each operation that is answered, is stored.
extension World {
  /// Demands that a message shows no version above the stored one.
  func checkStored(_ message: LayoutMessage) throws {
    // A daemon whose store refuses writes goes on, and says so.
    guard storesLater, daemon.core.isDurable else { return }
    let shown: (kind: String, version: UInt64)
    switch message {
    case .update(let update): shown = ("an update", update.version)
    case .snapshot(let snapshot): shown = ("a snapshot", snapshot.version)
    case .keyframe(let keyframe): shown = ("a keyframe", keyframe.version)
    case .beat(let beat): shown = ("a beat", beat.version)
    case .bye: return
    }
    try demand(
      shown.version <= kept.greatestVersion,
      "\(shown.kind) shows what is not stored: version \(shown.version) of \(kept.greatestVersion)"
    )
  }

  /// Demands that an operation that is answered is stored.
  func checkStored(_ reply: Reply) throws {
    guard storesLater, daemon.core.isDurable, reply.isDurable, reply.seq > 0, reply.isKept,
      let client = reply.client
    else { return }
    try demand(
      kept.answers[Kept.OperationID(client: client, seq: reply.seq)] != nil,
      "operation \(reply.seq) is answered before it is stored"
    )
  }
}
