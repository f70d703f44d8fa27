/// The keys by which a daemon is known over TCP: the one in use, and the next one while it is being replaced
/// (proto/README.md: A new key).
///
/// As text `KEY`, or `KEY+NEXT`.
package struct ServerKeys: Hashable, Sendable, CustomStringConvertible {
  /// The key that the daemon uses.
  package let current: PeerKey
  /// The key that it will use; nil unless its key is being replaced.
  package let next: PeerKey?

  package static let form = "KEY or KEY+NEXT, as `navd key` prints it"

  /// - Parameters:
  ///   - current: the key that the daemon uses.
  ///   - next: the key that it will use; the same key counts as none.
  package init(_ current: PeerKey, next: PeerKey? = nil) {
    self.current = current
    self.next = next == current ? nil : next
  }

  /// Parses `description`; nil for any other text.
  package init?(_ text: some StringProtocol) {
    let words = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
    guard (1...2).contains(words.count), let current = PeerKey(words[0]) else { return nil }
    guard words.count == 2 else {
      self.init(current)
      return
    }
    // One text for each value.
    guard let next = PeerKey(words[1]), next != current else { return nil }
    self.init(current, next: next)
  }

  /// Both keys, the one in use first.
  package var all: [PeerKey] { [current] + (next.map { [$0] } ?? []) }

  package var description: String { all.map(\.description).joined(separator: "+") }
}
