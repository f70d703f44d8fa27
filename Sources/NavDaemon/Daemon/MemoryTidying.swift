import CNavSupport

/// Returns memory to the system that the allocator keeps after a burst.
///
/// It looks some time after something has arrived, so a daemon at rest does not wake up for it.
struct MemoryTidying {
  /// When to look; nil if nothing has arrived since the last time.
  private(set) var nextLook: Duration?
  /// The bytes that could not be returned the last time.
  private var remainder = 0

  private static let pause = Duration.seconds(3)
  /// The free bytes that are left to the allocator.
  private static let tolerated = 16 << 20

  /// Notes that something has arrived.
  mutating func noteWork(at now: Duration) {
    nextLook = nextLook ?? now + Self.pause
  }

  /// Returns memory if that is due and worth it.
  mutating func tidyIfDue(at now: Duration) {
    guard let due = nextLook, due <= now else { return }
    nextLook = nil
    guard nav_memory_spare() > remainder + Self.tolerated else { return }
    nav_memory_tidy()
    remainder = nav_memory_spare()
  }
}
