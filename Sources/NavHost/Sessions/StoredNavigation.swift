import NavBase
import NavWire

/// The place of a session as the store has it: a snapshot and the changes behind it.
struct StoredNavigation: Sendable {
  /// Nil if nothing is stored yet.
  private var place: NavigationState?
  private var version: UInt64 = 0
  /// The number of changes that are stored behind the last snapshot.
  private var changes = 0

  /// A write that brings the store up to date.
  enum Record {
    case change(NavigationRecord)
    case snapshot(NavigationRecord)
  }

  init() {}

  /// Creates the state after a restart; the next write is a snapshot, so that the log is short again.
  init(_ place: NavigationState, version: UInt64) {
    self.place = place
    self.version = version
    changes = DaemonLimits.changesBehindSnapshot
  }

  /// Returns the write of a place; nil if it is stored.
  mutating func record(
    _ place: NavigationState,
    of session: UInt64,
    version: UInt64
  ) -> Record? {
    guard let stored = self.place, changes < DaemonLimits.changesBehindSnapshot else {
      return .snapshot(snapshot(place, of: session, version: version))
    }
    let bytes = stored.change(to: place).encoded()
    guard !bytes.isEmpty || version != self.version else { return nil }
    self.place = place
    self.version = version
    changes += 1
    return .change(NavigationRecord(session: session, version: version, bytes: bytes))
  }

  /// Returns the write of a place as a snapshot.
  mutating func snapshot(
    _ place: NavigationState,
    of session: UInt64,
    version: UInt64
  ) -> NavigationRecord {
    self.place = place
    self.version = version
    changes = 0
    return NavigationRecord(session: session, version: version, bytes: place.encoded())
  }
}
