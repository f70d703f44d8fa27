/// Converts keys to commands, one at a time.
///
/// It handles `gg`, `g1` ... `g9`, a number before `G` and a number before `Tab` itself; all other keys come from
/// `KeyTable`.
package struct KeyInterpreter: Sendable {
  /// The digits typed so far, as a number; nil if none.
  private var count: Int?
  private var sawG = false

  package init() {}

  /// The largest number that can be typed; further digits do not raise it.
  package static let largestCount = 9_999_999

  /// Whether an incomplete sequence of keys has been typed.
  package var isWaiting: Bool { count != nil || sawG }

  /// The incomplete sequence of keys typed so far: `12`, `g`; empty if none.
  package var pending: String { (count.map(String.init) ?? "") + (sawG ? "g" : "") }

  /// Handles the next key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - focus: the kind of the focused content.
  ///   - search: whether a search or a filter is active there.
  ///   - isSpeakers: whether it is typed in a speaker's view.
  /// - Returns: the key's command; nil if the sequence is incomplete or the key has no effect.
  package mutating func receive(
    _ key: Key,
    focus: KeyFocus,
    search: ActiveSearch = .nothing,
    isSpeakers: Bool = false
  ) -> Command? {
    if sawG, let digit = digit(of: key), SessionCommand.tabNumbers.contains(digit) {
      reset()
      return .session(.tab(digit))
    }
    if let digit = digit(of: key), count != nil || digit > 0 {
      count = min((count ?? 0) * 10 + digit, Self.largestCount)
      sawG = false
      return nil
    }
    let count = self.count
    let sawG = self.sawG
    reset()
    switch key.code {
    case .character("g") where key.modifiers.isEmpty:
      guard sawG else {
        self.sawG = true
        self.count = count
        return nil
      }
      // Without a focus there is no first page, but tabs may exist.
      return focus == .none ? nil : .session(count.map { .goTo($0) } ?? .first)
    case .character("G") where key.modifiers.isEmpty && focus != .none:
      return .session(count.map { .goTo($0) } ?? .last)
    case .tab where key.modifiers.isEmpty:
      guard let count else { return KeyTable.command(for: key, focus: focus, search: search) }
      // A number above the largest tab number has no effect, like a number above the last tab.
      return SessionCommand.tabNumbers.contains(count) ? .session(.tab(count)) : nil
    default:
      return KeyTable.command(for: key, focus: focus, search: search, isSpeakers: isSpeakers)
    }
  }

  package mutating func reset() {
    count = nil
    sawG = false
  }

  private func digit(of key: Key) -> Int? {
    guard case .character(let character) = key.code, key.modifiers.isEmpty, character.isASCII else {
      return nil
    }
    return character.wholeNumberValue
  }
}

/// Keys that are sent to a session by name, without a viewer.
package enum SharedKeys {
  /// The most keys of one input.
  package static let limit = 64

  /// Parses names of keys.
  ///
  /// - Throws: a `CommandError` for an invalid name, and for a key that never affects a session.
  package static func read(_ names: some Sequence<String>) throws(CommandError) -> [Key] {
    var keys: [Key] = []
    for name in names {
      guard let key = Key(name: name) else {
        throw CommandError("'\(name)' names no key: try Right, PgDn, Enter, G, ctrl-r, F1")
      }
      guard movesSessions(key) else {
        let isOwn = KeyTable.everywhere.contains { $0.keys.contains(key) }
        throw CommandError(
          isOwn
            ? "'\(key.name)' is each viewer's own and can't be sent"
            : "'\(key.name)' does nothing: `navclient help send` shows what can be sent"
        )
      }
      keys.append(key)
    }
    return keys
  }

  /// Whether a key affects a session for some focus, alone or as part of a sequence.
  package static func movesSessions(_ key: Key) -> Bool {
    if key.modifiers.isEmpty, case .character(let character) = key.code,
      character == "g" || character.isASCII && character.isNumber
    {
      return true
    }
    for focus in KeyFocus.allCases {
      for search in ActiveSearch.allCases {
        if case .session = KeyTable.command(for: key, focus: focus, search: search) {
          return true
        }
      }
    }
    return false
  }
}
