package import NavWire

/// The next keys of daemons, as a viewer has learned them from the daemons themselves (proto/README.md: A new key).
///
/// As text, a line `KEY NEXT` for each: the daemon that has proved to have KEY has announced NEXT. `KEY NEXT switched`
/// says that NEXT was met since, so KEY is trusted no longer. The newest line is at the end.
package struct KnownServers: Hashable, Sendable {
  /// A key that follows another one.
  package struct Succession: Hashable, Sendable {
    package let key: PeerKey
    package let next: PeerKey
    /// Whether the daemon has proved to have the next one.
    package var isSwitched: Bool

    package init(_ key: PeerKey, next: PeerKey, isSwitched: Bool = false) {
      self.key = key
      self.next = next
      self.isSwitched = isSwitched
    }
  }

  package private(set) var successions: [Succession]

  /// The most lines that are kept; above that, the oldest are forgotten.
  package static let limit = 24
  /// The most keys of one daemon that a client tries.
  package static let keyLimit = 4

  package init(_ successions: [Succession] = []) {
    self.successions = Array(successions.suffix(Self.limit))
  }

  /// Parses `text`; lines that are not understood are left out.
  package init(parsing text: String) {
    var known = KnownServers()
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard (2...3).contains(words.count), let key = PeerKey(words[0]),
        let next = PeerKey(words[1]), words.count == 2 || words[2] == Self.switched
      else { continue }
      _ = known.record(Succession(key, next: next, isSwitched: words.count == 3))
    }
    self = known
  }

  private static let switched = "switched"

  package var text: String {
    successions.map { "\($0.key) \($0.next)\($0.isSwitched ? " \(Self.switched)" : "")\n" }.joined()
  }

  /// Returns the keys that a daemon may have by now.
  ///
  /// - Parameter keys: the keys by which the user knows it.
  /// - Returns: at least one and at most `keyLimit`, in the order in which the daemon has or had them, without those
  ///   that are trusted no longer.
  package func keys(following keys: ServerKeys) -> [PeerKey] {
    var found: [PeerKey] = []
    for start in keys.all {
      var key = start
      while !found.contains(key) {
        found.append(key)
        guard let next = next(after: key) else { break }
        key = next
      }
    }
    let trusted = found.filter { key in
      !successions.contains {
        $0.key == key && $0.isSwitched && found.contains($0.next)
      }
    }
    return Array((trusted.isEmpty ? found : trusted).suffix(Self.keyLimit))
  }

  private func next(after key: PeerKey) -> PeerKey? {
    successions.last { $0.key == key }?.next
  }

  /// Records that a key follows another one.
  ///
  /// - Returns: whether that is new.
  package mutating func record(_ succession: Succession) -> Bool {
    guard succession.key != succession.next else { return false }
    let old = successions.first { $0.key == succession.key && $0.next == succession.next }
    guard old?.isSwitched != true, old != succession else { return false }
    // Another next key takes the place of the one that was announced before.
    successions.removeAll { $0.key == succession.key }
    successions.append(succession)
    if successions.count > Self.limit { successions.removeFirst() }
    return true
  }
}
